import { dayInWords } from '@dossier/shared';
import { short } from '@dossier/embeds';
import type { CompanyFilter, Sort } from '../../../resources/company-search/contract.ts';
import { CURRENCY } from '../../../charts/points.ts';

/**
 * Returns a filter as a sentence.
 * @param category the name of the category of the filter
 */
export function sentenceOf(filter: Partial<CompanyFilter>, category: string | undefined): string {
  const { type, name, country, ticker, cik, sort } = filter;
  const parts = [
    name !== undefined && `with a name that begins with “${name}”`,
    filter.category !== undefined && `in the category ${category ?? filter.category}`,
    country !== undefined && `from ${country}`,
    ticker !== undefined && `listed as ${ticker.toUpperCase()}`,
    cik !== undefined && `with the CIK ${cik}`,
    rangeOf('founded', filter.founded_gte, filter.founded_lte, String, ['in or after', 'in or before']),
    ...(['valuation', 'revenue', 'total_funding'] as const).map((metric) =>
      rangeOf(
        `with a ${metric.replace('_', ' ')} of`,
        filter[`${metric}_gte`],
        filter[`${metric}_lte`],
        (value) => short(value, CURRENCY),
        ['at least', 'at most'],
      ),
    ),
    rangeOf('changed', filter.updated_at_gte, filter.updated_at_lte, dayInWords, ['since', 'until']),
  ].filter((part) => part !== false);
  const kind =
    type === undefined ? 'All companies' : type === 'public' ? 'Public companies' : 'Private companies';
  const whole = parts.length > 0 ? `${kind.replace('All companies', 'Companies')} ${parts.join(', ')}` : kind;
  return sort === undefined ? `${whole}.` : `${whole}, ${orders[sort]}.`;
}

const largest = (what: string) => `by ${what}, largest first, without companies that lack it`;

const orders: Record<Sort, string> = {
  valuation: largest('valuation'),
  revenue: largest('revenue'),
  total_funding: largest('total funding'),
  updated_at: 'changed last first',
  founded: 'by year of founding, newest first, without companies that lack it',
  country: 'by country, without companies that lack it',
  type: 'by type',
};

function rangeOf<Value>(
  begin: string,
  from: Value | undefined,
  to: Value | undefined,
  say: (value: Value) => string,
  [least, most]: [string, string],
): string | false {
  const bounds = [
    ...(from === undefined ? [] : [`${least} ${say(from)}`]),
    ...(to === undefined ? [] : [`${most} ${say(to)}`]),
  ];
  return bounds.length > 0 && `${begin} ${bounds.join(' and ')}`;
}
