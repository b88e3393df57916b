import {
  cursorPagination,
  listing,
  rankingItem,
  rankingMeta,
  rankingMetrics,
  wholeNumber,
  type Listing,
  type RankingMetric,
} from '@dossier/shared';
import { z } from 'zod';
import { asOfErrors, asOfField } from '../../query/as-of.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cursorFields } from '../../query/fields.ts';

const metrics = Object.keys(rankingMetrics) as RankingMetric[];
const LIMIT = { default: 50, max: 100 };

/** Returns the list of a ranking. Its name contains the order, so that a cursor of another order is rejected. */
export const rankingList = ({ sort_by, order }: Pick<RankingFilter, 'sort_by' | 'order'>): Listing =>
  listing({
    name: `ranking-${sort_by}-${order}`,
    keys: { value: 'number', company_id: 'integer' },
    direction: order,
    pageSize: LIMIT,
  });

const { page_after, page_before } = cursorFields({ pageSize: LIMIT });

export const rankCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/companies/rankings',
  operationId: 'rankCompanies',
  summary: 'Active companies by valuation, revenue or total funding',
  description:
    'Ranks the active companies that have a value: by valuation, largest first, unless you ask otherwise. Returns ' +
    `${LIMIT.default} companies, at most ${LIMIT.max}. \`meta.total_ranked\` is the number of ranked companies. To read ` +
    'all of them, send `page_after=Start` and follow `pagination.next_link`.',
  tag: 'Companies',
  rows: 'companies',
  input: z.strictObject({
    sort_by: z
      .enum(metrics, `is unsupported. Supported values: ${metrics.join(', ')}`)
      .default('valuation')
      .meta({ description: 'The metric to rank by' }),
    order: z
      .enum(['asc', 'desc'])
      .default('desc')
      .meta({ description: 'desc: largest first. asc: smallest first' }),
    company_type: z
      .enum(['all', 'private', 'public'], 'must be all, private or public')
      .default('all')
      .meta({ description: 'The type of companies to rank' }),
    limit: wholeNumber(1, LIMIT.max)
      .default(LIMIT.default)
      .meta({ description: 'The number of companies to return' }),
    ...asOfField,
    page_after,
    page_before,
  }),
  output: {
    200: z.object({
      companies: z.array(rankingItem).describe('The ranked companies, in order'),
      meta: rankingMeta.describe('The ranking'),
      pagination: cursorPagination
        .optional()
        .meta({ description: 'Only in the response to a request with page_after or page_before' }),
    }),
  },
  errors: ['invalid_cursor', 'both_cursors', ...asOfErrors],
  errorStyle: 'text',
  example: { sort_by: 'valuation', company_type: 'private', limit: 10 },
});
export type RankingFilter = Omit<z.output<typeof rankCompanies.input>, 'as_of'>;
