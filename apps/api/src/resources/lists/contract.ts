import {
  change,
  changeEpoch,
  changeSeq,
  idInput,
  integerId,
  textLike,
  listInput,
  timestamp,
  wholeNumber,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { listFilter } from '../../lists/filter.ts';
import { MAX_READ, MAX_RECORDS } from '../../lists/changes.ts';

/** The most companies of a list by ids. */
export const MAX_LIST_COMPANIES = 1000;
export const MAX_LISTS = 100;

const fields = {
  id: textLike('7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11').describe('The UUID of the list'),
  name: textLike('UK fintechs').describe('The name of the list'),
  filter: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .nullable()
    .meta({
      description:
        'The filter that finds its companies, as `/api/v1/search/companies` accepts it; null for companies by their ids',
    }),
  company_ids: z
    .array(integerId)
    .nullable()
    .meta({ description: 'The companies of the list; null for those of a filter' }),
  corrections: z.boolean().describe('Whether corrections in bulk count as changes'),
  feed_url: textLike(
    'https://dossier.example/lists/7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11/k3Jv/feed.atom',
  ).describe('The address of the Atom feed. Anyone who has it can read the feed'),
  created_at: timestamp.describe('When the list was created'),
};
const list = z.object(fields).meta({ id: 'CompanyListing' });

const ofOne = {
  tag: 'Lists',
  usesPrimary: true,
  errors: ['organization_unknown' as const, 'list_not_found' as const],
  params: z.object({
    list_id: z.uuid().meta({
      description: 'The UUID of the list',
      examples: ['7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11'],
    }),
  }),
};
const path = '/api/v1/lists/:list_id';

export const listLists = endpoint({
  method: 'GET',
  path: '/api/v1/lists',
  operationId: 'listLists',
  summary: 'The lists of your organization',
  description: 'Returns the lists of companies that your organization follows, newest first.',
  tag: 'Lists',
  usesPrimary: true,
  output: { 200: z.object({ lists: z.array(list).describe('The lists, newest first') }) },
  errors: ['organization_unknown'],
});

export const createList = endpoint({
  method: 'POST',
  path: '/api/v1/lists',
  operationId: 'createList',
  summary: 'Create a list of companies to follow',
  description:
    `Of the companies that match a filter, or of up to ${MAX_LIST_COMPANIES.toLocaleString('en')} companies. Send either \`filter\` or ` +
    '`company_ids`. A filter finds the companies that match when the changes are read: it finds no deleted and no merged ' +
    `companies. An organization has at most ${MAX_LISTS} lists.`,
  tag: 'Lists',
  usesPrimary: true,
  isFree: true,
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'must not be blank')
      .max(200, 'must be at most 200 characters')
      .meta({ description: 'The name of the list', examples: ['UK fintechs'] }),
    filter: listFilter
      .optional()
      .meta({ description: 'A filter with the fields of `/api/v1/search/companies`, such as `country`' }),
    company_ids: listInput(idInput, MAX_LIST_COMPANIES).optional().meta({ description: 'The companies' }),
    corrections: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether corrections in bulk count as changes' }),
  }),
  output: { 201: list },
  errors: ['organization_unknown', 'too_many_lists', 'company_not_found'],
  example: { name: 'UK fintechs', filter: { category: 'fintech', country: 'United Kingdom' } },
});

export const deleteList = endpoint({
  ...ofOne,
  method: 'DELETE',
  path,
  operationId: 'deleteList',
  summary: 'Delete a list',
  description: 'Deletes a list with its webhooks. Its feed is a 404 at once.',
  output: { 200: z.object({ id: fields.id }) },
});

export const moveFeed = endpoint({
  ...ofOne,
  method: 'POST',
  path: `${path}/feed`,
  operationId: 'moveListFeed',
  summary: 'Replace the address of the feed of a list',
  description: 'The former address is a 404 at once.',
  isFree: true,
  output: { 200: list },
  example: {},
});

export const listListChanges = endpoint({
  ...ofOne,
  method: 'GET',
  path: `${path}/changes`,
  operationId: 'listListChanges',
  summary: 'The changes of a list of companies',
  description:
    `The records that changed, newest first: each once, at most ${MAX_RECORDS} in a response. Undos, and loads that change ` +
    'more than 500 stored records, are corrections in bulk: of these, only new records are changes, unless the list asks ' +
    'for them. To follow a list, send the `seq` of the previous response as `after`, and its `epoch`. A request reads part of ' +
    'the log: there may be earlier changes of the list unless `before` is null.',
  input: z.strictObject({
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .default(0)
      .meta({ description: 'Only changes after this `seq`', examples: [0] }),
    epoch: z.string().max(100).optional().meta({
      description: 'The `epoch` that `after` belongs to. Returns 410 if the database was restored since',
    }),
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'Only changes before this `seq`: the `before` of the previous response' }),
    limit: wholeNumber(1, MAX_RECORDS)
      .default(MAX_RECORDS)
      .meta({ description: 'The most records to return' }),
  }),
  output: {
    200: z.object({
      list: list.describe('The list'),
      changes: z.array(change).describe('The newest change of each record, newest first'),
      seq: changeSeq.describe('The newest change before the loads that run'),
      epoch: changeEpoch,
      before: changeSeq
        .nullable()
        .meta({ description: 'The `before` of the next request; null if there are no earlier changes' }),
    }),
  },
  errors: [...ofOne.errors, 'changes_not_kept', 'epoch_changed'],
  example: { limit: 10 },
});

export const getListFeed = endpoint({
  method: 'GET',
  path: '/lists/:list_id/:key/feed.atom',
  operationId: 'getListFeed',
  summary: 'The changes of a list as a feed',
  description: `An Atom feed of the last ${MAX_RECORDS} records that changed, among the newest ${MAX_READ.toLocaleString('en')} changes. Its address is a secret of the list, and needs no key.`,
  tag: 'Lists',
  access: 'public',
  errorStyle: 'page',
  usesPrimary: true,
  isUnguessable: true,
  params: ofOne.params.extend({
    key: z
      .string()
      .max(100)
      .meta({ description: 'The secret part of the address', examples: ['k3Jv'] }),
  }),
  input: z.object({}),
  output: { 200: textLike('<feed xmlns="http://www.w3.org/2005/Atom"></feed>') },
  errors: ['not_found'],
  produces: 'application/atom+xml',
});
