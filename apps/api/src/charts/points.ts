import { parseAddress, type Company, type Point, type Source } from '@dossier/embeds';
import { isDate, type DatasetPoint } from '@dossier/shared';
import type { CompanyRow, DatasetRow } from '@dossier/store';

/** The currency of a company's figures. */
export const CURRENCY = 'USD';

/** Returns the points of a dataset. A point without its own source has the source of its dataset. */
export function pointsOf(dataset: Pick<DatasetRow, 'data_json' | 'source_url'>): Point[] {
  const data = JSON.parse(dataset.data_json) as (DatasetPoint & { source_url?: string })[];
  return data.map(({ x, y, type, source_url }) => ({
    date: x.slice(0, 10),
    value: y,
    estimate: type === 'estimate',
    source: sourceOf(source_url ?? dataset.source_url),
  }));
}

/** How the values of a series are joined, if not by lines: a valuation holds until the next, and a round stands alone. */
const paths: Partial<Record<string, 'step' | 'dots'>> = {
  Valuation: 'step',
  'Price per Share': 'step',
  Funding: 'dots',
};

type Period = 'year' | 'quarter' | 'month';
const periods: Partial<Record<string, Period>> = {
  annual: 'year',
  yearly: 'year',
  quarterly: 'quarter',
  monthly: 'month',
};

/**
 * Returns how a chart joins the values of a dataset, if not by straight lines, and the periods that they are of. Revenue of
 * 31 December is that of the year, and of another day that of the year to date, unless the dataset states its frequency.
 */
export function drawnAs({ data_type, frequency }: Pick<DatasetRow, 'data_type' | 'frequency'>) {
  const path = paths[data_type];
  const period = periods[(frequency ?? '').toLowerCase()] ?? (data_type === 'Revenue' ? 'year' : undefined);
  return { ...(path && { path }), ...(period && { period }) };
}

export const byDate = (a: Point, b: Point) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

/** Returns a source, named by the host of its address. */
export function sourceOf(url: string | null): Source | null {
  const address = url === null ? undefined : parseAddress(url);
  return address ? { url: url!, title: address.hostname.replace(/^www\./, '') } : null;
}

/**
 * Returns the last day that the data cover: the date of the latest value, but no later than the day of the load,
 * because an estimate may have a future date. Without such a value, it is the day on which the rows last changed.
 */
export function dayOfData(values: { date: string | null }[], rows: { updated_at: string }[]): string {
  const loaded = latest(rows.map(({ updated_at }) => updated_at.slice(0, 10)))!;
  const days = values.flatMap(({ date }) => (date !== null && isDate(date) && date <= loaded ? [date] : []));
  return latest(days) ?? loaded;
}

const latest = (days: string[]) => days.sort().at(-1);

export const viewCompany = ({ name, slug, domain, logo_json }: CompanyRow): Company => ({
  name,
  slug,
  domain,
  logoUrl: logo_json === null ? null : (JSON.parse(logo_json) as { url: string }).url,
});
