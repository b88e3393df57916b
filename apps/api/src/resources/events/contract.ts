import {
  booleanInput,
  cursorPagination,
  eventType,
  eventTypeInput,
  eventV0,
  eventV1,
  listing,
  listInput,
  numberedPagination,
  wholeNumber,
  type ErrorCode,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { asOfErrors, asOfField } from '../../query/as-of.ts';
import { fieldsOf, oneOf, onDays, within } from '../../query/filters.ts';
import {
  companyFields,
  companyListFields,
  companySlugField,
  cursorFields,
  MAX_COMPANIES,
} from '../../query/fields.ts';

export const eventList = listing({
  name: 'events',
  keys: { event_date: 'text', id: 'text' },
  direction: 'desc',
  pageSize: { default: 30, max: 100 },
});

const MAX_SUBTYPES = 50;
const MAX_PAGE = 1_000_000;

const version = z.enum(['v0', 'v1'], 'must be v1 or v0').optional().meta({
  description:
    'The schema of the response, v1 by default. v0 is deprecated: its responses have the header Deprecation',
});
/** Subtypes are snake_case; kebab-case is accepted too, as in `types`. */
const subtype = z
  .string()
  .toLowerCase()
  .max(100)
  .regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, 'must be words joined by _')
  .transform((text) => text.replaceAll('-', '_'));

export const eventFilters = [
  oneOf(
    'type',
    {
      types: listInput(eventTypeInput, eventTypeInput.options.length)
        .optional()
        .meta({ description: 'Only events of these types', examples: [['funding-round']] }),
    },
    { index: 'events_by_type', all: eventType.options },
  ),
  oneOf(
    'subtype',
    {
      subtypes: listInput(subtype, MAX_SUBTYPES)
        .optional()
        .meta({
          description: 'Only events with one of these values of event_subtype',
          examples: [['series_a']],
        }),
    },
    { index: 'events_by_subtype' },
  ),
  onDays('event_date', ['start_date'], ['end_date']),
  within('created_at', ['created_at_gte'], ['created_at_lte']),
  within('updated_at', ['updated_at_gte'], ['updated_at_lte']),
] as const;

const input = (maxCompanies: number) =>
  z.strictObject({
    version,
    api_version: version.meta({ description: 'An alias of version' }),
    ...fieldsOf(eventFilters),
    ...companyFields,
    company_uid: companyFields.company_id.meta({ description: 'An alias of company_id' }),
    ...companySlugField,
    ...companyListFields(maxCompanies),
    include_citations: booleanInput.default(false).meta({ description: 'true: each event with its sources' }),
    pagination: z
      .enum(['page', 'cursor'])
      .default('page')
      .meta({ description: 'Whether to page by number or by cursor' }),
    page: wholeNumber(1, MAX_PAGE)
      .optional()
      .meta({ description: 'The page number, from 1. Not with pagination=cursor' }),
    ...asOfField,
    ...cursorFields(eventList),
  });
export type EventInput = z.output<ReturnType<typeof input>>;

const paging = `Newest first, ${eventList.pageSize.default} on a page, at most ${eventList.pageSize.max}, by page number unless \`pagination\` is \`cursor\`. Numbered pages can repeat or skip events that are added or deleted meanwhile; cursors do not.`;

const events = {
  path: '/api/v1/events',
  tag: 'Events',
  rows: 'events',
  output: {
    200: z.object({
      events: z
        .union([z.array(eventV1), z.array(eventV0)])
        .describe('The events of the page, in the schema of `version`'),
      pagination: z
        .union([numberedPagination, cursorPagination])
        .describe('The place of the page, by number or by cursor'),
    }),
  },
  errors: [
    'invalid_cursor',
    'both_cursors',
    'different_aliases',
    'mixed_company_filters',
    'different_companies',
    'too_many_companies',
    'company_not_found',
    ...asOfErrors,
  ] satisfies ErrorCode[],
};

export const listEvents = endpoint({
  ...events,
  method: 'GET',
  operationId: 'listEvents',
  summary: 'Funding rounds and other events of companies',
  description: `Funding rounds, secondary transactions, corporate actions and milestones, in schema v1, for up to ${MAX_COMPANIES.query} companies or for all. No date range is required. ${paging}`,
  input: input(MAX_COMPANIES.query),
  example: { company_domain: 'stripe.com', types: ['funding-round'] },
});

export const queryEvents = endpoint({
  ...events,
  method: 'POST',
  operationId: 'queryEvents',
  summary: 'Events of many companies, with the filters in a body',
  description: `Works like the GET, for up to ${MAX_COMPANIES.body} companies. To follow a link, send it with the same body. ${paging}`,
  input: input(MAX_COMPANIES.body),
  example: { company_domains: ['stripe.com', 'openai.com'], page_size: 50 },
});
