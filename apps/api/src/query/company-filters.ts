import {
  companyNameKey,
  companyType,
  rankingMetrics,
  slugLookup,
  wholeNumber,
  type RankingMetric,
} from '@dossier/shared';
import { written } from '@dossier/store';
import { z } from 'zod';
import { atLeast, atMost, matching, oneOf, within, type Filter } from './filters.ts';

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

/**
 * Keeps the companies that have a matching row in a table, which `where` calls `own`.
 * @param id the column with the id of the company, with its table: `own` may have a column of that name too
 */
function isAmong(table: string, where: string, values: (string | number)[], id = 'companies.id') {
  const list = `select own.company_id from ${table} as own where ${where}`;
  const unindexed = `exists (select 1 from ${table} as own where own.company_id = ${id} and ${where})`;
  return written({ sql: `${id} in (${list})`, unindexed, list, values, isScattered: true });
}

/** Keeps companies whose names begin with a text. A text without letters and digits matches none. */
function begins(name: string) {
  const key = companyNameKey(name);
  if (key === '') return written({ sql: '1 = 0', values: [] });
  return isAmong('company_names', 'own.name_key >= ? and own.name_key < ?', [key, `${key}\u{10ffff}`]);
}

const LATEST_YEAR = 2200;
const year = wholeNumber(1, LATEST_YEAR).optional();
const dollars = wholeNumber(0, Number.MAX_SAFE_INTEGER).optional();

const words = (name: string) => name.replaceAll('_', ' ');
/** The figures that have bounds. */
export const metrics = Object.keys(rankingMetrics) as RankingMetric[];

/** Returns the bounds of a figure in an input, as SQL with the value of each. */
export const boundsOf = (metric: RankingMetric, input: Record<string, unknown>, column: string) =>
  (
    [
      [`${column} >= ?`, input[`${metric}_gte`]],
      [`${column} <= ?`, input[`${metric}_lte`]],
    ] as [sql: string, value: number | undefined][]
  ).filter((bound): bound is [string, number] => bound[1] !== undefined);

/** Returns whether an input limits a figure. */
export const hasBounds = (input: Record<string, unknown>): boolean =>
  metrics.some((metric) => boundsOf(metric, input, '').length > 0);

const CATEGORY = 'own.category_id = (select categories.id from categories where categories.slug = ?)';

/** Returns the filter of a figure: active companies whose value is between bounds, and which are in the category of the input. */
export function figureFilter<Name extends RankingMetric>(metric: Name, id?: string) {
  const bound = (way: string) =>
    dollars.meta({
      description: `Active companies with a ${words(metric)} of at ${way} this, in US dollars`,
      examples: [1_000_000_000],
    });
  return {
    fields: { [`${metric}_gte`]: bound('least'), [`${metric}_lte`]: bound('most') } as Record<
      `${Name}_gte` | `${Name}_lte`,
      typeof dollars
    >,
    where: (_db, { input }) => {
      const bounds = boundsOf(metric, input, 'own.value');
      if (bounds.length === 0) return [];
      const { category } = input as { category?: string };
      const slugs = category === undefined ? [] : [category];
      const table = category === undefined ? 'ranked' : 'category_figures';
      const where = [...slugs.map(() => CATEGORY), 'own.name = ?', ...bounds.map(([sql]) => sql)].join(
        ' and ',
      );
      const values = [...slugs, rankingMetrics[metric], ...bounds.map(([, value]) => value)];
      return [isAmong(table, where, values, id)];
    },
  } satisfies Filter;
}

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
  {
    fields: {
      category: slugLookup.optional().meta({ description: 'The slug of a category', examples: ['payments'] }),
    },
    // A figure with bounds finds the companies of the category only.
    where: (_db, { input }) =>
      input['category'] === undefined || hasBounds(input)
        ? []
        : [isAmong('company_categories', CATEGORY, [input['category'] as string])],
  } satisfies Filter,
  oneOf('headquarters_country', {
    country: word('The country of the headquarters, as responses write it', 'United States'),
  }),
  matching({ ticker: word('A ticker of the company, in any case', 'UBER') }, (ticker) =>
    isAmong('company_listings', 'own.ticker = ?', [ticker.toUpperCase()]),
  ),
  oneOf('cik', { cik: cikInput.optional().meta({ description: 'The CIK, with or without leading zeros' }) }),
  oneOf(
    'companies.type',
    { type: companyType.optional().meta({ description: 'The type of company' }) },
    { all: companyType.options },
  ),
  atLeast('founding_year', {
    founded_gte: year.meta({ description: 'Companies founded in this year or later', examples: [2010] }),
  }),
  atMost('founding_year', {
    founded_lte: year.meta({ description: 'Companies founded in this year or before', examples: [2020] }),
  }),
  figureFilter('valuation'),
  figureFilter('revenue'),
  figureFilter('total_funding'),
  within('updated_at', ['updated_at_gte'], ['updated_at_lte']),
] as const;
