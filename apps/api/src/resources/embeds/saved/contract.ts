import { textLike, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { signedInPage } from '../../../views/contract.ts';

// The pages and forms of the embeds that people save in the builder.

export const SAVED = '/embeds/new/saved';
const MAX_QUERY = 8000;

const page = {
  ...signedInPage,
  tag: 'Embeds',
  errors: ['not_found', 'role_missing'] satisfies ErrorCode[],
};
const HTML = textLike('<!doctype html><title>Saved embeds</title>');
const named = {
  isUnguessable: true,
  params: z.object({
    embed_id: z.uuid().meta({
      description: 'The UUID of a saved embed',
      examples: ['7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11'],
    }),
  }),
};
const PATH = `${SAVED}/:embed_id` as const;

export const getSaved = endpoint({
  ...page,
  method: 'GET',
  path: SAVED,
  operationId: 'getSavedEmbeds',
  summary: 'The page of the saved embeds',
  description:
    'The embeds that an organization, or the operators of the service, saved: by title, those changed last first.',
  input: z.object({
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(1)
      .meta({ description: 'The number of the page of 100 embeds', examples: [1] }),
  }),
  output: { 200: HTML, 303: z.null() },
});

export const getVersions = endpoint({
  ...page,
  ...named,
  method: 'GET',
  path: PATH,
  operationId: 'getSavedEmbed',
  summary: 'The page of a saved embed with its versions',
  description: 'Its versions, newest first, with who made each.',
  input: z.object({}),
  output: { 200: HTML, 303: z.null() },
});

export const postSaved = endpoint({
  ...page,
  method: 'POST',
  path: SAVED,
  operationId: 'saveEmbed',
  summary: 'Saves an embed, or its next version',
  description:
    'The form of the page that makes embeds sends it, and it redirects to that page. The address of a saved embed stays the same.',
  input: z.strictObject({
    choices: z
      .string()
      .max(MAX_QUERY)
      .meta({
        description: 'The query parameters of the page that makes embeds',
        examples: ['companies=stripe'],
      }),
    saved: z.uuid().optional().meta({ description: 'The UUID of the saved embed that gets a version' }),
  }),
  example: { choices: 'companies=stripe' },
  output: { 303: z.null() },
});

const change = (verb: string, summary: string) =>
  ({
    ...page,
    ...named,
    method: 'POST',
    operationId: `${verb}SavedEmbed`,
    summary,
    output: { 303: z.null() },
  }) as const;

export const postUnpublish = endpoint({
  ...change('unpublish', 'Unpublishes a saved embed'),
  path: `${PATH}/unpublish`,
  description:
    'Within a minute, pages that contain it show that it was withdrawn. All of its addresses return 410.',
});

export const postPublish = endpoint({
  ...change('publish', 'Publishes a saved embed again'),
  path: `${PATH}/publish`,
  description: 'It has the address that it had before.',
});

export const postRestore = endpoint({
  ...change('restore', 'Restores a version of a saved embed'),
  path: `${PATH}/restore`,
  description: 'Saves an earlier version as the next one.',
  input: z.strictObject({
    version: z.coerce
      .number()
      .int()
      .min(1)
      .meta({ description: 'The number of the version', examples: [1] }),
  }),
  example: { version: 1 },
});
