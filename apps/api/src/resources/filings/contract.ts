import { filing, filingOfCompany, textLike, listing, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { asOfErrors, asOfField } from '../../query/as-of.ts';
import { fieldsOf, oneOf, within } from '../../query/filters.ts';
import { companyFieldsOrBlank, pageSizeField } from '../../query/fields.ts';

export const filingList = listing({
  name: 'filings',
  keys: { filed_at: 'text', id: 'text' },
  direction: 'desc',
  pageSize: { default: 10, max: 50 },
});

/** Filings of all companies, by the time of their change: an index has this order, whatever the window contains. */
export const changedFilingList = listing({
  name: 'changed-filings',
  keys: { updated_at: 'text', id: 'text' },
  direction: 'desc',
  pageSize: filingList.pageSize,
});

const link = textLike('https://dossier.example/api/v1/filings?cursor=WyJmaWxpbmdzIiwi').nullable();

const output = {
  200: z.object({
    filings: z
      .array(
        filing.extend({
          company: filingOfCompany.shape.company
            .optional()
            .meta({ description: 'Only in a list of the filings of all companies' }),
        }),
      )
      .describe('The filings of the page'),
    /** The fields of the company are null in a list of the filings of all companies. */
    meta: z
      .object({
        company_id: textLike('12')
          .nullable()
          .describe('The id of the company, as text; null in a list of all companies'),
        company_domain: textLike('apple.com').nullable().describe('The main domain of the company'),
        company_name: textLike('Apple').nullable().describe('The name of the company'),
        filing_type_filter: textLike('10-K').nullable().describe('The requested type'),
      })
      .describe('What the request asked for'),
    /** Null if no filing matches. */
    pagination: z
      .object({
        next: link.describe('The address of the next page; null on the last page'),
        previous: link.describe('The address of the page before; null on page one'),
        page_size: z.int().describe('The most filings of a page'),
        current_page_items: z.int().describe('The filings of this page'),
      })
      .nullable()
      .describe('The place of the page; null if no filing matches'),
  }),
};

export const filingFilters = [
  oneOf('type', {
    filing_type: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Only filings of this type', examples: ['10-K'] }),
  }),
  within('filed_at', ['filed_at_start'], ['filed_at_end']),
  within('updated_at', ['updated_at_gte'], ['updated_at_lte']),
] as const;

const input = z.strictObject({
  ...companyFieldsOrBlank,
  ...fieldsOf(filingFilters),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'From the links next and previous of a response' }),
  page_size: pageSizeField(filingList),
  ...asOfField,
});
export type FilingInput = z.output<typeof input>;

const paging = `Newest first, ${filingList.pageSize.default} on a page, at most ${filingList.pageSize.max}.`;

const filings = {
  path: '/api/v1/filings',
  tag: 'Filings',
  rows: 'filings',
  input,
  output,
  errors: [
    'invalid_cursor',
    'company_required',
    'company_not_found',
    'window_too_long',
    ...asOfErrors,
  ] satisfies ErrorCode[],
  errorStyle: 'string' as const,
  example: { company_domain: 'apple.com', filing_type: '10-K' },
};

export const listFilings = endpoint({
  ...filings,
  method: 'GET',
  operationId: 'listFilings',
  summary: 'Filings of one company, or of all that changed',
  description:
    'Requires a company, or `updated_at_gte` and a range of at most 14 days, by the time of change. `company_id` takes ' +
    `precedence over \`company_domain\`. ${paging} \`pagination\` is null if nothing matches.`,
});

export const queryFilings = endpoint({
  ...filings,
  method: 'POST',
  operationId: 'queryFilings',
  summary: 'Filings, with the filters in a body',
  description: `Works like the GET. To follow a link, send it with the same body. ${paging}`,
});

/** An id of the sample data. */
const FILING = 'ebc71849-a80a-5e19-9d43-0cff983e9211';

/** Addresses that people open, without a key. Malformed ids are a 404, as unknown ones are. */
const redirects = {
  method: 'GET' as const,
  tag: 'Filings',
  access: 'public' as const,
  params: z.object({
    filing_id: z
      .string()
      .toLowerCase()
      .meta({ description: 'The id of a filing', format: 'uuid', examples: [FILING] }),
  }),
  output: { 302: z.null() },
  errors: ['filing_not_found'] satisfies ErrorCode[],
  produces: '*/*',
  errorStyle: 'page' as const,
};

/** The target of a filing's `url`. */
export const getFilingFile = endpoint({
  ...redirects,
  path: '/filings/:filing_id/file',
  errors: ['filing_not_found', 'filing_source_private'],
  operationId: 'getFilingFile',
  summary: 'Redirects to the filing at its source',
  description: 'The public target of the `url` of a filing: a 302 to the document at its source.',
});

/** The target of a search result's `url`. */
export const getFilingPage = endpoint({
  ...redirects,
  path: '/filings/:filing_id',
  operationId: 'getFilingPage',
  summary: "Redirects to the filing's text or stable address",
  description:
    'The target of the `url` of a search result: a 302 to the public page of its text, which has an anchor for each ' +
    'section, if the text is stored; otherwise to `/filings/<id>/file`.',
});
