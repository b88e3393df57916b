import { changeKind } from '@dossier/shared';
import { z } from 'zod';
import { listChanges } from '../resources/changes/contract.ts';
import { companyFilterOf } from './company.ts';
import { clipped, company, fitting, newestSeq, offsetOf, paged, pageOf, tool } from './tool.ts';

/** Without a cursor and a company, the tool begins this many changes ago. */
const LATEST_CHANGES = 100;
const MAX_KEY = 200;

const changed = z.object({
  seq: z.int(),
  op: z.string(),
  kind: z.string(),
  id: z.string(),
  key: z.string(),
  fields: z.string().nullable(),
  at: z.string(),
});

/** Lists changes of records in the order of commits. */
export const changes = tool({
  name: 'changes',
  description:
    'What changed or was deleted, oldest first. The cursor continues, also later: it is the seq to follow from. Without it: the latest changes, or all of a company.',
  input: z.strictObject({
    kinds: z.array(changeKind).optional(),
    company: company.optional(),
    ...pageOf(20, 50),
  }),
  output: z.object({ changes: z.array(changed), has_more: z.boolean(), ...paged }),
  run: async (context, { kinds, company: given, limit, cursor }) => {
    const seq = await newestSeq(context);
    const companyFilter = await companyFilterOf(context, given);
    const first = given === undefined ? Math.max(0, seq - LATEST_CHANGES) : 0;
    const after = cursor === undefined ? first : offsetOf(cursor);
    return fitting(limit, async (most) => {
      const body = await context.call(listChanges, { ...companyFilter, after, kinds, limit: most });
      const rows = body.changes.map(({ natural_key, fields, id, seq: place, op, kind, at }) => ({
        ...{ seq: place, op, kind, id: String(id), key: clipped(natural_key.join(' '), MAX_KEY) },
        ...{ fields: fields && clipped(fields.join(', '), MAX_KEY), at },
      }));
      const { has_more, last_seq } = body.pagination;
      const lines = rows.map((row) => `${row.seq} ${row.op} ${row.kind} ${row.key}`);
      const text = [...lines, `${has_more ? 'More follow' : 'That is all'} after ${last_seq}.`].join('\n');
      return { result: { changes: rows, has_more, next_cursor: String(last_seq), seq }, text };
    });
  },
});
