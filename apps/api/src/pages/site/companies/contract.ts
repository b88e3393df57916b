import { textLike, listInput } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { searchCompanies, type SummaryField } from '../../../resources/company-search/contract.ts';
import { publicPage, repeated } from '../../../views/contract.ts';

const { page_size: _, fields: _fields, ...filters } = searchCompanies.input.shape;

/** The columns that a person may choose, with their titles. */
export const columns = {
  type: 'Type',
  country: 'Country',
  founded: 'Founded',
  categories: 'Categories',
  ticker: 'Tickers',
  valuation: 'Valuation',
  revenue: 'Revenue',
  total_funding: 'Total funding',
  changed: 'Changed',
} as const;
export type ColumnName = keyof typeof columns;
/** The fields that columns show. A page reads no others. */
export const fieldsOf: Record<ColumnName, SummaryField> = {
  type: 'type',
  country: 'headquarters',
  founded: 'founding_year',
  categories: 'categories',
  ticker: 'listings',
  valuation: 'financials',
  revenue: 'financials',
  total_funding: 'financials',
  changed: 'updated_at',
};
const columnNames = Object.keys(columns) as ColumnName[];

const text = z.string().max(2000).optional();
/** The filters of the endpoint as a form sends them: an empty field does not filter. */
const texts = Object.fromEntries(
  Object.entries(filters).map(([name, schema]) => [
    name,
    text.meta({ description: z.globalRegistry.get(schema as z.ZodType)?.description ?? name }),
  ]),
) as Record<keyof typeof filters, typeof text>;

/** Columns as a person chose them. The page explains a wrong one, so its address takes any. */
export const chosen = z.object({ columns: listInput(z.enum(columnNames), columnNames.length).optional() });

const page = { ...publicPage, tag: 'Companies' };

export const getCompaniesPage = endpoint({
  ...page,
  path: '/companies',
  operationId: 'getCompaniesPage',
  summary: 'The page of all companies, with filters',
  description:
    'Shows what `GET /api/v1/search/companies` returns, with the same filters: 100 companies on a page. Only with ' +
    '`PUBLIC_SITE=on`.',
  input: z.object({
    ...texts,
    columns: repeated(`The columns to show: ${columnNames.join(', ')}`),
  }),
  output: { 200: textLike('<!doctype html><title>Companies</title>') },
  errors: ['invalid_cursor', 'both_cursors', 'not_found'],
});

export const getCompaniesCsv = endpoint({
  ...page,
  errorStyle: 'text',
  path: '/companies.csv',
  operationId: 'getCompaniesCsv',
  summary: 'All companies that match filters, as CSV',
  description:
    'The rows of all pages of `/companies` with the same filters. The name of the file contains the `seq` of the newest ' +
    'change. Only with `PUBLIC_SITE=on`.',
  input: z.object(texts),
  output: { 200: textLike('id,slug,name\r\n1,stripe,Stripe\r\n') },
  errors: ['not_found'],
  produces: 'text/csv',
  isStreamed: true,
});
