import {
  changeEpoch,
  changeKind,
  changeSeq,
  idInput,
  integerId,
  textLike,
  listInput,
  timestamp,
  wholeNumber,
} from '@dossier/shared';
import { deliveryStates } from '@dossier/store';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

const MAX_COMPANIES = 1000;
const MAX_DELIVERIES = 500;
const MAX_HOURS = 720;
const count = z.int().min(0);

const fields = {
  id: textLike('wh_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11').describe('The id of the webhook'),
  url: textLike('https://example.com/dossier').describe('The address that receives the messages'),
  kinds: z
    .array(changeKind)
    .nullable()
    .meta({ description: 'The kinds of records whose changes it sends; null for all' }),
  company_ids: z
    .array(integerId)
    .nullable()
    .meta({ description: 'The companies whose changes it sends; null for all' }),
  list_id: textLike('7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11').nullable().meta({
    description: 'The list whose changes it sends, in messages for all of its companies; null for none',
  }),
  created_at: timestamp.describe('When it was created'),
  last_delivered_at: timestamp
    .nullable()
    .meta({ description: 'When a message was last accepted; null if none was' }),
  old_secret_until: timestamp
    .nullable()
    .meta({ description: 'Until when the secret before the last rotation signs too; null without one' }),
  seq: changeSeq.meta({ description: 'The newest change that is in a message' }),
  epoch: changeEpoch,
  waiting: count.describe('The messages that are not delivered yet'),
  parked: count.meta({ description: 'The messages that failed eight times, each of one company' }),
};
const webhook = z.object(fields).meta({ id: 'Webhook' });
export type Webhook = z.input<typeof webhook>;
const secret = textLike('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').describe(
  'The secret that signs the messages. It is not shown again',
);
const newWebhook = z.object({ ...fields, secret }).meta({ id: 'NewWebhook' });

const delivery = z
  .object({
    id: textLike('msg_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11').describe('The id of the message, `webhook-id`'),
    company_id: integerId
      .nullable()
      .meta({ description: 'The company of the changes; null for records without one' }),
    after: changeSeq.meta({ description: 'The changes are those after this `seq`' }),
    seq: changeSeq.meta({ description: 'The newest change of the message' }),
    state: z.enum(deliveryStates).describe('Whether the message is delivered, or will be tried again'),
    tries: count.describe('How often it was sent'),
    next_at: timestamp.nullable().meta({ description: 'The time of the next try; null if none is planned' }),
    created_at: timestamp.describe('When the message was made'),
    tried_at: timestamp.nullable().meta({ description: 'The time of the last try; null before the first' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The status of the last response; null without one', examples: [200] }),
    problem: z
      .string()
      .nullable()
      .meta({
        description: 'Why the last try failed; null if it did not',
        examples: ['The receiver responded with 500.'],
      }),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.input<typeof delivery>;

const url = z
  .string()
  .max(2000)
  .meta({ description: 'The public https address to send to', examples: ['https://example.com/dossier'] });
const kinds = listInput(changeKind, changeKind.options.length);
const companies = listInput(idInput, MAX_COMPANIES);
const ofOne = {
  tag: 'Webhooks',
  usesPrimary: true,
  params: z.object({
    webhook_id: z
      .string()
      .max(100)
      .meta({ description: 'The id of the webhook', examples: ['wh_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11'] }),
  }),
};
const path = '/api/v1/webhooks/:webhook_id';

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'The webhooks of your organization',
  description:
    'Returns the webhooks with their numbers of messages that wait and that are parked, oldest first.',
  tag: 'Webhooks',
  usesPrimary: true,
  output: { 200: z.object({ webhooks: z.array(webhook).describe('The webhooks, oldest first') }) },
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Sends the changes that are committed from now on to an address, signed as Standard Webhooks describes. The response has the secret.',
  tag: 'Webhooks',
  usesPrimary: true,
  isFree: true,
  input: z.strictObject({
    url,
    kinds: kinds.optional().meta({ description: 'Only changes of these kinds of records; by default all' }),
    company_ids: companies
      .optional()
      .meta({ description: 'Only changes of these companies; by default all' }),
    list_id: z
      .uuid()
      .optional()
      .meta({
        description: 'Only changes of this list, at most 50 in a message. Without `kinds` and `company_ids`',
        examples: ['7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11'],
      }),
  }),
  output: { 201: newWebhook },
  errors: ['organization_unknown', 'too_many_webhooks', 'list_not_found'],
  example: { url: 'https://example.com/dossier', kinds: ['company', 'event'] },
});

export const changeWebhook = endpoint({
  ...ofOne,
  method: 'PATCH',
  path,
  operationId: 'changeWebhook',
  summary: 'Change the address or the filters of a webhook',
  description:
    'Messages that wait go to the new address, and have only changes of the new `kinds`. New `company_ids` apply to changes that are not in a message yet.',
  isFree: true,
  input: z.strictObject({
    url: url.optional(),
    kinds: kinds.optional().meta({ description: 'Only changes of these kinds of records' }),
    company_ids: companies.optional().meta({ description: 'Only changes of these companies' }),
    clear: listInput(z.enum(['kinds', 'company_ids']), 2)
      .optional()
      .meta({ description: 'The filters to remove' }),
  }),
  output: { 200: webhook },
  errors: ['webhook_not_found'],
  example: { kinds: ['event'] },
});

export const deleteWebhook = endpoint({
  ...ofOne,
  method: 'DELETE',
  path,
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and its messages, at once.',
  output: { 200: z.object({ id: fields.id }) },
  errors: ['webhook_not_found'],
});

export const rotateWebhook = endpoint({
  ...ofOne,
  method: 'POST',
  path: `${path}/rotate`,
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook',
  description: 'Until the overlap is over, messages have a signature with each of the two secrets.',
  input: z.strictObject({
    overlap_hours: wholeNumber(0, MAX_HOURS)
      .default(24)
      .meta({ description: 'The hours for which the old secret still signs' }),
  }),
  output: {
    201: z.object({
      id: fields.id,
      secret,
      old_secret_until: timestamp.describe('Until when the old secret still signs'),
    }),
  },
  errors: ['webhook_not_found'],
  example: { overlap_hours: 48 },
});

export const testWebhook = endpoint({
  ...ofOne,
  method: 'POST',
  path: `${path}/test`,
  operationId: 'testWebhook',
  summary: 'Send a test message to a webhook',
  description: 'Sends a signed message of the type `test` once, and returns the result.',
  output: {
    200: z.object({
      delivered: z.boolean().describe('Whether the receiver accepted the message'),
      status: delivery.shape.status,
      problem: delivery.shape.problem,
    }),
  },
  errors: ['webhook_not_found'],
  example: {},
});

export const replayWebhook = endpoint({
  ...ofOne,
  method: 'POST',
  path: `${path}/replay`,
  operationId: 'replayWebhook',
  summary: 'Send parked messages or former changes again',
  description:
    'Without `after`, sends parked messages again, with their ids. With `after`, sends all changes after that `seq` in new messages, instead of those that wait.',
  input: z.strictObject({
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'The `seq` after which all changes are sent again' }),
  }),
  output: {
    200: z.object({
      resumed: count.describe('The number of parked messages that are sent again'),
      seq: fields.seq,
    }),
  },
  errors: ['webhook_not_found', 'changes_not_kept'],
  example: { after: 0 },
});

export const listDeliveries = endpoint({
  ...ofOne,
  method: 'GET',
  path: `${path}/deliveries`,
  operationId: 'listWebhookDeliveries',
  summary: 'The messages of a webhook',
  description: 'Returns the newest messages first. Delivered messages are listed for seven days.',
  input: z.strictObject({
    state: z.enum(deliveryStates).optional().meta({ description: 'Only messages in this state' }),
    limit: wholeNumber(1, MAX_DELIVERIES).default(100).meta({ description: 'The most messages to return' }),
  }),
  output: { 200: z.object({ deliveries: z.array(delivery).describe('The messages, newest first') }) },
  errors: ['webhook_not_found'],
  example: { state: 'parked' },
});
