import type {
  Company,
  CompanySummaryData,
  DatasetChartData,
  Figure,
  Point,
  Source,
  ValuationData,
} from '@dossier/embeds';
import { parseAddress } from '@dossier/embeds';
import { DEFAULT_CHART_DESCRIPTION, isDate, type CompanyDetail, type DatasetPoint } from '@dossier/shared';
import type { CompanyFinancialRow, CompanyRow, DatasetRow } from '@dossier/store';
import { seriesOfFigure, type ChartRows, type SummaryRows, type ValuationRows } from './read.ts';

/** That of figures. */
const CURRENCY = 'USD';

/**
 * A company's valuations as the elements take them: every series of one currency in one, or the latest estimate
 * alone. What is in other currencies is named, since a line of several would be wrong.
 */
export function viewValuation({ company, datasets: all, latest }: ValuationRows): ValuationData {
  const currency = currencyOf(all);
  const leftOut = all.flatMap((dataset) =>
    dataset.metric === currency
      ? []
      : pointsOf(dataset).map(({ date }) => ({ date, currency: dataset.metric })),
  );
  const points = valuationsOf(all, latest, currency);
  const datasets = all.filter(({ metric }) => metric === currency);
  return {
    company: viewCompany(company),
    points,
    currency,
    ...(leftOut.length > 0 && { leftOut }),
    asOf: points.length === 0 ? null : dayOfData(points, [company, ...datasets]),
  };
}

/** A company's valuations in a currency, in order of time; or its latest estimate, where no series has any. */
function valuationsOf(
  datasets: DatasetRow[],
  latest: CompanyFinancialRow | undefined,
  currency: string,
): Point[] {
  const points = datasets.filter(({ metric }) => metric === currency).flatMap(pointsOf);
  if (points.length === 0 && latest?.value != null && latest.date !== null)
    points.push({ date: latest.date, value: latest.value, estimate: true, source: null });
  return points.sort(byDate);
}

/** That of figures where a series has values in it; else the one that most values are in. */
function currencyOf(datasets: DatasetRow[]): string {
  const counts = new Map<string, number>();
  for (const dataset of datasets) {
    const count = pointsOf(dataset).length;
    if (count > 0) counts.set(dataset.metric, (counts.get(dataset.metric) ?? 0) + count);
  }
  if (counts.has(CURRENCY)) return CURRENCY;
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? CURRENCY;
}

function pointsOf(dataset: DatasetRow): Point[] {
  const data = JSON.parse(dataset.data_json) as (DatasetPoint & { source_url: string | null })[];
  return data.map(({ x, y, type, source_url }) => ({
    date: x.slice(0, 10),
    value: y,
    estimate: type === 'estimate',
    source: sourceOf(source_url ?? dataset.source_url),
  }));
}

const byDate = (a: Point, b: Point) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

/**
 * The day up to which data reach: that of the latest value, but never one to come when they were loaded, for an
 * estimate may be of such a day. Where no value has a day, that on which the rows last changed.
 */
function dayOfData(values: { date: string | null }[], rows: { updated_at: string }[]): string {
  const loaded = latest(rows.map(({ updated_at }) => updated_at.slice(0, 10)))!;
  const days = values.flatMap(({ date }) => (date !== null && isDate(date) && date <= loaded ? [date] : []));
  return latest(days) ?? loaded;
}

const latest = (days: string[]) => days.sort().at(-1);

/** A source is named by the host of its address, as readers know it. */
function sourceOf(url: string | null): Source | null {
  const address = url === null ? undefined : parseAddress(url);
  return address ? { url: url!, title: address.hostname.replace(/^www\./, '') } : null;
}

/**
 * A company's key facts as the element takes them.
 * @param until the day that they are pinned to
 */
export function viewSummary(
  { company, categories, financials, datasets }: SummaryRows,
  until?: string,
): CompanySummaryData {
  const { headquarters_city: city, headquarters_country: country } = company;
  const people = JSON.parse(company.key_people_json) as CompanyDetail['key_people'];
  const figure = (name: keyof typeof seriesOfFigure) => {
    const series = datasets.filter(
      ({ data_type, metric }) => seriesOfFigure[name].includes(data_type) && metric === CURRENCY,
    );
    return viewFigure(
      financials.find((row) => row.name === name),
      series.flatMap(pointsOf).sort(byDate),
    );
  };
  const figures = {
    valuation: viewValuationFigure({ financials, datasets }, until) ?? figure('latest_estimated_valuation'),
    revenue: figure('latest_estimated_revenue'),
    funding: figure('total_estimated_funding'),
  };
  return {
    company: viewCompany(company),
    type: company.type,
    description: company.description,
    foundingYear: company.founding_year,
    headquarters: city === null && country === null ? null : { city, country },
    founders: people.founders.map(({ name }) => name),
    ceo: people.ceo.map(({ name }) => name),
    categories: categories.map(({ name }) => name),
    currency: CURRENCY,
    ...figures,
    asOf: dayOfData(
      Object.values(figures).filter((one) => one !== null),
      [company],
    ),
  };
}

/** The last valuation of the chart up to the day, which is the data's own unless they are pinned to one. */
function viewValuationFigure(
  { financials, datasets: all }: Pick<SummaryRows, 'financials' | 'datasets'>,
  until?: string,
): Figure | null {
  const latest = financials.find(({ name }) => name === 'latest_estimated_valuation');
  // A newer figure than the series has is told by itself.
  const datasets = all.filter(({ data_type }) =>
    seriesOfFigure.latest_estimated_valuation.includes(data_type),
  );
  const points = valuationsOf(datasets, latest, CURRENCY);
  const end = until ?? (datasets.length === 0 ? undefined : dayOfData(points, datasets));
  const last = points.findLast(({ date }) => end === undefined || date <= end);
  const newer =
    latest?.value != null &&
    (latest.date === null
      ? until === undefined
      : latest.date > (last?.date ?? '') && latest.date <= (until ?? latest.date));
  return newer ? null : (last ?? null);
}

/** A figure is what its series says of it, so that no two widgets differ; one that stands in none is an estimate. */
function viewFigure(row: CompanyFinancialRow | undefined, points: Point[]): Figure | null {
  if (row?.value == null) return null;
  const { value, date } = row;
  const point = points.findLast((one) => one.value === value && (date === null || one.date === date));
  return {
    value,
    date: date ?? point?.date ?? null,
    estimate: point?.estimate ?? true,
    source: point?.source ?? null,
  };
}

const viewCompany = ({ name, slug, domain }: CompanyRow): Company => ({ name, slug, domain, logoUrl: null });

/** A chart as the element takes it. The description that we made up says nothing to a reader. */
export function viewChart({ chart, series }: ChartRows): DatasetChartData {
  const units = new Set(series.map(({ row }) => row.metric));
  return {
    name: chart.name,
    description: chart.description === DEFAULT_CHART_DESCRIPTION ? null : chart.description,
    view: chart.view_type,
    unit: [...units].join(' / ') || CURRENCY,
    series: series.map(({ row, color, annotated_points, show_data_labels }) => ({
      name: row.name,
      color: color ?? null,
      points: pointsOf({ ...row, source_url: null }),
      annotations: annotated_points.map(({ x, label }) => ({ date: x.slice(0, 10), label })),
      dataLabels: show_data_labels,
      source: sourceOf(row.source_url),
    })),
    asOf:
      series.length === 0
        ? null
        : dayOfData(
            series.flatMap(({ row }) => pointsOf(row)),
            series.map(({ row }) => row),
          ),
  };
}
