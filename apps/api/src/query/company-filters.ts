import {
  companyNameKey,
  companyType,
  rankingMetrics,
  slugLookup,
  wholeNumber,
  type RankingMetric,
} from '@dossier/shared';
import { z } from 'zod';
import { matching, oneOf, within } from './filters.ts';

/** A CIK, with or without its leading zeros. */
export const cikInput = z
  .union([z.string(), z.int()], 'must be a CIK of at most 10 digits')
  .transform((given) => String(given).trim())
  .pipe(z.string().regex(/^\d{1,10}$/, 'must be a CIK of at most 10 digits'))
  .transform((digits) => digits.padStart(10, '0'))
  .meta({
    anyOf: [
      { type: 'string', pattern: '^\\d{1,10}$' },
      { type: 'integer', minimum: 0, maximum: 9_999_999_999 },
    ],
    examples: ['0000320193'],
  });

const word = (description: string, example: string) =>
  z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(200, 'must be at most 200 characters')
    .optional()
    .meta({ description, examples: [example] });

/** Keeps the companies of the rows of a table. */
function isAmong(table: string, where: string, values: (string | number)[]) {
  const list = `select company_id from ${table} where ${where}`;
  const unindexed = `exists (select 1 from ${table} where ${table}.company_id = "id" and ${where})`;
  return { sql: `"id" in (${list})`, unindexed, list, values };
}

/** Keeps the names that begin with a text. None begins with a text without letters and digits. */
function begins(name: string) {
  const key = companyNameKey(name);
  if (key === '') return { sql: '1 = 0', values: [] };
  return isAmong('company_names', 'name_key >= ? and name_key < ?', [key, `${key}\u{10ffff}`]);
}

const LATEST_YEAR = 2200;
const year = wholeNumber(1, LATEST_YEAR).optional();
const dollars = wholeNumber(0, Number.MAX_SAFE_INTEGER).optional();

/** Keeps the active companies whose value for a figure is at least or at most that of a field. */
const figureBound = <Name extends string>(name: Name, metric: RankingMetric, bound: '>=' | '<=') =>
  matching(
    {
      [name]: dollars.meta({
        description: `Active companies with a ${words(metric)} of ${bound === '>=' ? 'at least' : 'at most'} this, in US dollars`,
        examples: [1_000_000_000],
      }),
    } as Record<Name, typeof dollars>,
    (value) =>
      isAmong('ranked', `ranked.name = ? and ranked.value ${bound} ?`, [rankingMetrics[metric], value]),
  );

const words = (name: string) => name.replaceAll('_', ' ');

/** The filters of companies, which lists of companies and the lists of organizations share. */
export const companyFilters = [
  matching(
    {
      name: word(
        'Names that begin with this, in any case, with or without accents, "The" and the legal form. The names of legal ' +
          'entities count too',
        'Stripe',
      ),
    },
    begins,
  ),
  matching(
    {
      category: slugLookup.optional().meta({ description: 'The slug of a category', examples: ['payments'] }),
    },
    (slug) =>
      isAmong('company_categories', 'category_id = (select categories.id from categories where slug = ?)', [
        slug,
      ]),
  ),
  oneOf('headquarters_country', {
    country: word('The country of the headquarters, as responses write it', 'United States'),
  }),
  matching({ ticker: word('A ticker of the company, in any case', 'UBER') }, (ticker) =>
    isAmong('company_listings', 'ticker = ?', [ticker.toUpperCase()]),
  ),
  oneOf('cik', { cik: cikInput.optional().meta({ description: 'The CIK, with or without leading zeros' }) }),
  oneOf(
    'companies.type',
    { type: companyType.optional().meta({ description: 'The type of company' }) },
    { all: companyType.options },
  ),
  matching(
    { founded_gte: year.meta({ description: 'Companies founded in this year or later', examples: [2010] }) },
    (value) => ({ sql: '"founding_year" >= ?', values: [value] }),
  ),
  matching(
    { founded_lte: year.meta({ description: 'Companies founded in this year or before', examples: [2020] }) },
    (value) => ({ sql: '"founding_year" <= ?', values: [value] }),
  ),
  figureBound('valuation_gte', 'valuation', '>='),
  figureBound('valuation_lte', 'valuation', '<='),
  figureBound('revenue_gte', 'revenue', '>='),
  figureBound('revenue_lte', 'revenue', '<='),
  figureBound('total_funding_gte', 'total_funding', '>='),
  figureBound('total_funding_lte', 'total_funding', '<='),
  within('updated_at', ['updated_at_gte'], ['updated_at_lte']),
] as const;
