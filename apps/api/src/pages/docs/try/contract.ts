import { textLike } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { signedInPage } from '../../../views/contract.ts';
import { MAX_TEXT } from './form.ts';

export const TRY = '/docs/try';

const page = { ...signedInPage, tag: 'Service' };

const text = (description: string, example: string) =>
  z
    .string()
    .max(MAX_TEXT)
    .default('')
    .meta({ description, examples: [example] });

export const tryOperation = endpoint({
  ...page,
  method: 'GET',
  path: `${TRY}/:operation`,
  operationId: 'tryOperation',
  summary: 'The response of an operation, as a page',
  description:
    'The form on the page of an operation sends its fields here. The page asks for an API key first, and keeps a session.',
  params: z.object({
    operation: z
      .string()
      .max(100)
      .meta({ description: 'The name of the operation', examples: ['listNews'] }),
  }),
  input: z.object({}).catchall(z.string().max(MAX_TEXT)),
  output: { 200: textLike('<!doctype html><title>Try it</title>') },
  errors: ['not_found'],
});

export const beginTrySession = endpoint({
  ...page,
  method: 'POST',
  path: `${TRY}/session`,
  operationId: 'beginTrySession',
  summary: 'Signs in to try operations in the documentation',
  description:
    'The form of that page sends it. Sets a cookie for 8 hours that only these pages receive, and redirects. An ' +
    'invalid key returns the form with the reason.',
  input: z.strictObject({
    key: text('An API key', 'dsr_live_…'),
    operation: text('The name of the operation', 'listNews'),
    query: text('The fields of its form, as a query string', 'company_domain=stripe.com'),
  }),
  example: { key: 'dsr_live_…', operation: 'listNews' },
  output: { 303: z.null() },
  errors: ['not_found'],
});

export const endTrySession = endpoint({
  ...page,
  method: 'POST',
  path: `${TRY}/sign-out`,
  operationId: 'endTrySession',
  summary: 'Signs out of the pages that try operations',
  description: 'The form of those pages sends it. Ends the session, and redirects to the documentation.',
  input: z.strictObject({}),
  output: { 303: z.null() },
});
