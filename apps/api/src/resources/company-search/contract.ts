import {
  companyDetail,
  cursorPagination,
  domainInput,
  idInput,
  integerId,
  textLike,
  listing,
  listInput,
  slugLookup,
  type Listing,
  type RankingMetric,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { cikInput, companyFilters } from '../../query/company-filters.ts';
import { chosenFields, cursorFields } from '../../query/fields.ts';
import { fieldsOf } from '../../query/filters.ts';

/** Sorted by id, which never changes, so that no company is listed twice or left out when a value changes during a walk. */
export const companyList = listing({
  name: 'companies',
  keys: { id: 'integer' },
  direction: 'asc',
  pageSize: { default: 30, max: 100 },
});

/** The active companies with a value for a figure, largest first. */
const listByFigure = (metric: RankingMetric) =>
  listing({
    name: `companies-${metric}`,
    keys: { value: 'number', id: 'integer' },
    direction: 'desc',
    pageSize: companyList.pageSize,
  });

/** The lists by figure, by the value of `sort`. */
export const figureLists = {
  valuation: listByFigure('valuation'),
  revenue: listByFigure('revenue'),
  total_funding: listByFigure('total_funding'),
} satisfies Record<RankingMetric, Listing>;

const listByColumn = (name: string, keys: Listing['keys'], direction: Listing['direction']) =>
  listing({ name: `companies-${name}`, keys, direction, pageSize: companyList.pageSize });

/** The lists by a column of the company, by the value of `sort`. Companies without a value are left out. */
export const columnLists = {
  updated_at: listByColumn('updated', { updated_at: 'text', id: 'integer' }, 'desc'),
  founded: listByColumn('founded', { founded: 'integer', id: 'integer' }, 'desc'),
  country: listByColumn('country', { country: 'text', id: 'integer' }, 'asc'),
  type: listByColumn('type', { type: 'text', id: 'integer' }, 'asc'),
} satisfies Record<string, Listing>;

/** The orders besides that by id. */
export const sorts = { ...figureLists, ...columnLists };
export type Sort = keyof typeof sorts;
const sortNames = Object.keys(sorts) as Sort[];

/**
 * How many companies are counted, so that a page takes as long with a million of them. No index has the companies of several
 * filters, except for a category and a figure. They are looked up one by one, so fewer are counted.
 */
const MAX_COUNTED = { ofOne: 10_000, ofSeveral: 200 };

/** What leaves companies out. An order by a figure or a column does, too. */
const limiting = [...companyFilters.flatMap(({ fields }) => Object.keys(fields)), 'sort'];

/** Returns where the count of the companies of a request stops; undefined if it asks for all. */
export function mostCounted(filter: CompanyFilter): number | undefined {
  if (filter.count === 'exact') return undefined;
  const given = limiting.filter((name) => filter[name as keyof CompanyFilter] !== undefined);
  // The two ends of a range are one filter.
  const filters = new Set(given.map((name) => name.replace(/_[gl]te$/, '')));
  return filters.size > 1 ? MAX_COUNTED.ofSeveral : MAX_COUNTED.ofOne;
}

/** The maximum number of ids, slugs, domains and CIKs in one lookup. */
export const MAX_LOOKUPS = 1000;

const FIELDS = {
  id: true,
  slug: true,
  name: true,
  domain: true,
  alternative_domains: true,
  cik: true,
  is_active: true,
  type: true,
  updated_at: true,
  founding_year: true,
  headquarters: true,
  description: true,
  categories: true,
  listings: true,
  financials: true,
} as const;
const summary = companyDetail.pick(FIELDS);
export type SummaryField = keyof typeof FIELDS;

/** A company of a list. `fields` may leave out everything but the id. */
export const companySummary = summary.partial().required({ id: true }).meta({ id: 'CompanySummary' });
export type CompanySummary = z.input<typeof companySummary>;

const fields = chosenFields(
  Object.keys(FIELDS) as SummaryField[],
  'The fields to return besides `id`; all but `financials` by default',
);

export const searchCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/search/companies',
  operationId: 'searchCompanies',
  summary: 'Companies by name, category, country and figures',
  description:
    'Companies that match all filters, by id. Without filters: all companies. `sort` returns the companies that have the ' +
    'value; by a figure, the active ones. ' +
    `${companyList.pageSize.default} on a page, at most ${companyList.pageSize.max}.`,
  tag: 'Companies',
  rows: 'companies',
  input: z.strictObject({
    ...fieldsOf(companyFilters),
    sort: z
      .enum(sortNames, `must be ${sortNames.join(', ')}`)
      .optional()
      .meta({
        description:
          'What to sort by: figures largest first, `updated_at` and `founded` newest first, `country` and `type` from A ' +
          'to Z. Without it: by id',
      }),
    count: z
      .enum(['exact'], 'must be exact')
      .optional()
      .meta({
        description:
          'Counts all companies. Without it, a count stops at ' +
          `${MAX_COUNTED.ofOne.toLocaleString('en')} companies, and at ${MAX_COUNTED.ofSeveral} with several filters ` +
          'or with a filter and `sort`. A range is one filter. `page_before=End` counts all',
      }),
    fields,
    ...cursorFields(companyList),
  }),
  output: {
    200: z.object({
      companies: z.array(companySummary).describe('The companies of the page, by id'),
      pagination: cursorPagination
        .extend({
          total_items: cursorPagination.shape.total_items.describe(
            'The companies of all pages, counted for page one; if `total_is_exact` is false, at least so many match',
          ),
          total_is_exact: z
            .boolean()
            .describe('False if at least `total_items` companies match, perhaps more'),
        })
        .describe('The place of the page in the list'),
    }),
  },
  errors: ['invalid_cursor', 'both_cursors'],
  example: { name: 'Stripe', fields: ['name', 'domain'] },
});
export type CompanyFilter = z.output<typeof searchCompanies.input>;

/** Returns a filter with the defaults of its other fields. */
export const companyFilterOf = (filter: z.input<typeof searchCompanies.input>): CompanyFilter =>
  searchCompanies.input.parse(filter);

const keys = {
  ids: listInput(idInput, MAX_LOOKUPS).optional(),
  domains: listInput(domainInput, MAX_LOOKUPS).optional(),
  slugs: listInput(slugLookup, MAX_LOOKUPS).optional(),
  ciks: listInput(cikInput, MAX_LOOKUPS).optional(),
};
export type LookupKey = keyof typeof keys;

/** The names of each key: that of the response, and that of other lists. */
export const NAMES = {
  ids: ['ids', 'company_ids'],
  domains: ['domains', 'company_domains'],
  slugs: ['slugs', 'company_slugs'],
  ciks: ['ciks', 'company_ciks'],
} as const satisfies Record<LookupKey, string[]>;

const lookupFields = {
  ids: keys.ids.meta({ description: 'Ids of companies; also `company_ids`' }),
  company_ids: keys.ids.meta({ description: 'An alias of `ids`' }),
  domains: keys.domains.meta({
    description: 'Domains of companies; also `company_domains`. Alternative domains work too',
  }),
  company_domains: keys.domains.meta({ description: 'An alias of `domains`' }),
  slugs: keys.slugs.meta({ description: 'Slugs of companies; also `company_slugs`' }),
  company_slugs: keys.slugs.meta({ description: 'An alias of `slugs`' }),
  ciks: keys.ciks.meta({ description: 'CIKs, with or without leading zeros; also `company_ciks`' }),
  company_ciks: keys.ciks.meta({ description: 'An alias of `ciks`' }),
};

/** A value of a lookup. */
const asked = z.object({
  key: z.enum(['ids', 'domains', 'slugs', 'ciks']).describe('The list of the request that the value is from'),
  value: z.union([textLike('stripe.com'), integerId]).describe('The value, as the service read it'),
});

export const lookupCompanies = endpoint({
  method: 'POST',
  path: '/api/v1/lookup/companies',
  operationId: 'lookupCompanies',
  summary: `Up to ${MAX_LOOKUPS.toLocaleString('en')} companies at once`,
  description:
    `Finds companies by ids, domains, slugs and CIKs: at most ${MAX_LOOKUPS.toLocaleString('en')} in all. Returns each ` +
    'company once, by id. `matches` names the company that each value found, in the order of the request; `unknown` lists ' +
    'the values that found none. Values are returned as the service reads them: domains in lowercase, CIKs with ten digits.',
  tag: 'Companies',
  input: z.strictObject({ ...lookupFields, fields }),
  output: {
    200: z.object({
      companies: z.array(companySummary).describe('The companies that were found, by id'),
      matches: z
        .array(asked.extend({ company_id: integerId.describe('The id of the company') }))
        .describe('Which company each value found'),
      unknown: z.array(asked).describe('The values that found no company'),
    }),
  },
  errors: ['too_many_companies', 'different_aliases'],
  companyFields: Object.keys(lookupFields),
  example: { domains: ['stripe.com', 'nobody.example'], fields: ['name', 'slug'] },
});
export type LookupInput = z.output<typeof lookupCompanies.input>;
