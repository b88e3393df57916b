import type { WidgetData } from '@dossier/embeds';
import { ApiError, fail } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { CURRENCY } from '../../../charts/points.ts';
import { readValuation } from './valuation.ts';

// The subject of an address about several companies: their slugs, in the order of the request.

export const BETWEEN = '~';

export const subjectOf = (slugs: readonly string[]) => slugs.join(BETWEEN);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Returns true for the subject of an address that names datasets, by UUID. */
export const isOfDatasets = (subject: string) => UUID.test(subject.split(BETWEEN)[0]!);
export const isComparison = (subject: string) => subject.includes(BETWEEN);

type Comparison = WidgetData['small-multiples'];
type Read = WidgetData['valuation-chart'];

/**
 * Reads the valuations of several companies in one currency: US dollars if any has values in them, otherwise the currency
 * of the first company with values. Names the companies with values in others in `leftOut`. Skips deleted companies, and
 * names those once that have been merged since.
 * @throws 404 if all were deleted
 */
export async function readComparison(db: Db, subject: string): Promise<Comparison> {
  const slugs = subject.split(BETWEEN);
  const all = await Promise.all(slugs.map((slug) => readValuation(db, slug).catch(nothingIfMissing)));
  const stored = all.filter((one) => one !== undefined);
  const found = [...new Map(stored.map((one) => [one.company.slug, one])).values()];
  if (found.length === 0) throw fail('not_found');
  const known = found.filter(({ points }) => points.length > 0);
  const currency = (known.find((one) => one.currency === CURRENCY) ?? known[0] ?? found[0]!).currency;
  const isOther = (one: Read) => one.points.length > 0 && one.currency !== currency;
  const leftOut = found.filter(isOther).map((one) => ({ name: one.company.name, currency: one.currency }));
  const shown = found.filter((one) => !isOther(one));
  const days = shown.flatMap(({ asOf }) => (asOf === null ? [] : [asOf])).sort();
  return {
    companies: shown.map(({ company, points }) => ({ company, points })),
    currency,
    ...(leftOut.length > 0 && { leftOut }),
    asOf: days.at(-1) ?? null,
  };
}

/** Returns nothing for a deleted company. */
export function nothingIfMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
