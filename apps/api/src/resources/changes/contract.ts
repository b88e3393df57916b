import {
  change,
  changeEpoch,
  changeKind,
  changeSeq,
  textLike,
  listInput,
  wholeNumber,
  type ErrorCode,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields } from '../../query/fields.ts';

const LIMIT = { default: 100, max: 1000 };
/** In seconds. Load balancers close connections after 60. */
export const MAX_WAIT = 30;
const MAX_SEQ = Number.MAX_SAFE_INTEGER;

const input = z.strictObject({
  after: wholeNumber(0, MAX_SEQ)
    .default(0)
    .meta({
      description: 'Changes after this `seq`: the `last_seq` of the previous response',
      examples: [0],
    }),
  epoch: z.string().max(100).optional().meta({
    description: 'The `epoch` that `after` belongs to. Returns 410 if the database was restored since',
  }),
  kinds: listInput(changeKind, changeKind.options.length)
    .optional()
    .meta({ description: 'Only changes of these kinds of records' }),
  ...companyFields,
  limit: wholeNumber(1, LIMIT.max).default(LIMIT.default).meta({ description: 'The most changes to return' }),
  wait: wholeNumber(0, MAX_WAIT)
    .default(0)
    .meta({ description: 'The most seconds to wait for a change, if there is none yet' }),
});

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/v1/changes',
  operationId: 'listChanges',
  summary: 'Changes of records, with deletions, in order',
  description:
    'Each change of a record, deletions included, in the order of commits. Send `last_seq` as `after` of the next ' +
    `request. At most ${LIMIT.max} changes a response; with filters a response may be empty although \`has_more\` is ` +
    `true. \`wait\` keeps the request open for up to ${MAX_WAIT} seconds until a change comes. Old changes may be deleted: an ` +
    '`after` before them is a 410.',
  tag: 'Changes',
  usesPrimary: true,
  input,
  output: {
    200: z.object({
      changes: z.array(change).describe('The changes, oldest first'),
      pagination: z
        .object({
          limit: z.int().describe('The most changes of a response'),
          current_page_items: z.int().describe('The changes of this response'),
          has_more: z
            .boolean()
            .meta({ description: 'Whether there are later changes, which may not match the filters' }),
          epoch: changeEpoch,
          last_seq: changeSeq.meta({ description: 'The `after` of the next request' }),
          next_link: textLike('https://dossier.example/api/v1/changes/?after=1042')
            .nullable()
            .meta({ description: 'Null if there are no later changes; `last_seq` continues' }),
        })
        .describe('Where the next request continues'),
    }),
  },
  errors: [
    'changes_not_kept',
    'epoch_changed',
    'too_many_waiting',
    'company_not_found',
    'different_companies',
  ] satisfies ErrorCode[],
  example: { after: 0, kinds: ['company'], limit: 10 },
});

export const getLatestChange = endpoint({
  method: 'GET',
  path: '/api/v1/changes/latest',
  operationId: 'getLatestChange',
  summary: 'The newest change',
  description:
    'Returns the `seq` of the newest change; 0 if there is none. A first copy without a snapshot begins with it, and ' +
    'then follows the changes after it.',
  tag: 'Changes',
  output: {
    200: z
      .object({
        seq: changeSeq.describe('The position of the newest change; 0 if there is none'),
        epoch: changeEpoch,
      })
      .meta({ id: 'LatestChange' }),
  },
});
