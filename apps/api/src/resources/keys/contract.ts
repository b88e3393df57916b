import { booleanInput, textLike, listInput, timestamp, wholeNumber } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { scopeNames } from '../../http/auth/scopes.ts';

const MAX_DAYS = 3650;
const MAX_HOURS = 8760;

const expires_at = timestamp.nullable().meta({ description: 'When it expires; null if it does not' });

const mode = z.enum(['live', 'test']);

const apiKey = z
  .object({
    id: textLike('Ab12Cd34').describe('The id of the key, which is a part of it'),
    name: textLike('Newsroom').nullable().describe('What the key is for'),
    scopes: z
      .array(textLike('news'))
      .nullable()
      .meta({ description: 'The sections of the API that it may use; null for all' }),
    mode: mode.meta({ description: '`test` for a key that sees the sample instead of the data' }),
    created_at: timestamp.describe('When it was created'),
    created_by: textLike('key Ab12Cd34').meta({
      description: 'Who created it: a key, your organization with a token, or the `operator` of the service',
    }),
    last_used_at: timestamp
      .nullable()
      .meta({ description: 'Its last use, to the minute; null if it was not used' }),
    expires_at,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.input<typeof apiKey>;

const newKey = z
  .object({
    id: textLike('Ab12Cd34').describe('The id of the key'),
    key: textLike('dsr_live_Ab12Cd34_…').describe('The key itself. It is not shown again'),
    expires_at,
  })
  .meta({ id: 'NewApiKey' });

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .meta({ description: 'What the key is for', examples: ['Newsroom'] });
const scopes = listInput(z.enum(scopeNames), scopeNames.length)
  .optional()
  .meta({ description: 'The sections of the API that it may use', examples: [['news']] });
const one = {
  tag: 'Keys',
  usesPrimary: true,
  params: z.object({
    key_id: z
      .string()
      .max(100)
      .meta({ description: 'The id of the key', examples: ['Ab12Cd34'] }),
  }),
};

export const listKeys = endpoint({
  method: 'GET',
  path: '/api/v1/keys',
  operationId: 'listKeys',
  summary: 'The keys of your organization',
  description: 'Returns the keys that are valid now, newest first, without their secrets.',
  tag: 'Keys',
  usesPrimary: true,
  output: { 200: z.object({ keys: z.array(apiKey).describe('The keys, newest first') }) },
});

export const createKey = endpoint({
  method: 'POST',
  path: '/api/v1/keys',
  operationId: 'createKey',
  summary: 'Create a key',
  description:
    'Returns a new key of your organization. It has at most the scopes of your own key, and these by default. It expires when your own key does, or earlier.',
  tag: 'Keys',
  usesPrimary: true,
  input: z.strictObject({
    name,
    scopes,
    mode: mode
      .default('live')
      .meta({ description: '`test` creates a key that sees a sample instead of the data' }),
    expires_days: wholeNumber(1, MAX_DAYS)
      .optional()
      .meta({ description: 'The days after which it expires; by default, it expires with your own key' }),
  }),
  output: { 201: newKey },
  errors: ['scope_missing', 'organization_unknown', 'key_outlives', 'too_many_keys'],
  example: { name: 'Newsroom', scopes: ['news'] },
});

export const changeKey = endpoint({
  ...one,
  method: 'PATCH',
  path: '/api/v1/keys/:key_id',
  operationId: 'changeKey',
  summary: 'Change the name or the scopes of a key',
  description: 'The change takes effect at once. Scopes that your own key lacks cannot be added.',
  input: z.strictObject({
    name,
    scopes,
  }),
  output: { 200: apiKey },
  errors: ['scope_missing', 'key_not_found'],
  example: { name: 'Newsroom' },
});

export const revokeKey = endpoint({
  ...one,
  method: 'DELETE',
  path: '/api/v1/keys/:key_id',
  operationId: 'revokeKey',
  summary: 'Revoke a key',
  description:
    'The key stops working at once. The key of the request itself is revoked only with `self=true`.',
  input: z.strictObject({
    self: booleanInput.default(false).meta({ description: 'Whether the key of this request may be revoked' }),
  }),
  output: { 200: z.object({ id: textLike('Ab12Cd34').describe('The id of the revoked key') }) },
  errors: ['scope_missing', 'key_not_found', 'key_in_use'],
});

export const rotateKey = endpoint({
  ...one,
  method: 'POST',
  path: '/api/v1/keys/:key_id/rotate',
  operationId: 'rotateKey',
  summary: 'Replace a key',
  description:
    'Returns a new key with the name, the scopes and the expiry of the old one. The old one works until the overlap is over. Your own key may be the old one.',
  input: z.strictObject({
    overlap_hours: wholeNumber(0, MAX_HOURS)
      .default(24)
      .meta({ description: 'The hours for which the old key still works' }),
  }),
  output: { 201: newKey },
  errors: ['scope_missing', 'key_not_found', 'organization_unknown', 'key_outlives', 'too_many_keys'],
  example: { overlap_hours: 48 },
});
