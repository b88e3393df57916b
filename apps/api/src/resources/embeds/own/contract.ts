import { textLike, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { signedInPage } from '../../../views/contract.ts';
import { notations } from './numbers.ts';
import { LIMITS } from './table.ts';

// The page and forms of the tables that people paste for embeds of their own.

export const OWN = '/embeds/new/data';

const page = {
  ...signedInPage,
  tag: 'Embeds',
  errors: ['not_found', 'role_missing'] satisfies ErrorCode[],
};
const HTML = textLike('<!doctype html><title>Your own data</title>');

export const getOwn = endpoint({
  ...page,
  method: 'GET',
  path: OWN,
  operationId: 'getOwnTables',
  summary: 'The page of the tables that an organization pasted',
  description: 'A form to paste a table, and the tables of the organization, newest first.',
  input: z.object({}),
  output: { 200: HTML, 303: z.null() },
});

export const postOwn = endpoint({
  ...page,
  method: 'POST',
  path: OWN,
  operationId: 'saveOwnTable',
  summary: 'Checks a pasted table, or stores it',
  description:
    'The form of that page sends it. Without `store`, returns how each cell was read and what was rejected. With it, stores what ' +
    'was read and redirects to the page that makes embeds. Only embeds of its organization show a table.',
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .max(LIMITS.name)
      .default('')
      .meta({ description: 'The title of the table', examples: ['Funding by year'] }),
    text: z
      .string()
      .max(LIMITS.text)
      .meta({ description: 'The table, with a header row', examples: ['Year,Revenue (USD)\n2024,1200000'] }),
    notation: z
      .enum(['', ...notations])
      .default('')
      .meta({ description: 'How the numbers are written; by default as the table shows' }),
    store: z.literal('yes').optional().meta({ description: 'Stores the table' }),
  }),
  example: { text: 'Year,Revenue (USD)\n2024,1200000' },
  output: { 200: HTML, 303: z.null() },
});

export const postDeleteOwn = endpoint({
  ...page,
  method: 'POST',
  path: `${OWN}/:table_id/delete`,
  isUnguessable: true,
  operationId: 'deleteOwnTable',
  summary: 'Deletes a pasted table',
  description: 'Within a minute embeds show its values no more.',
  params: z.object({
    table_id: z.uuid().meta({
      description: 'The UUID of a table',
      examples: ['7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11'],
    }),
  }),
  output: { 303: z.null() },
});

export type OwnInput = z.output<(typeof postOwn)['input']>;
