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
import { DEFAULT_CHART_DESCRIPTION, type CompanyDetail, type DatasetPoint } from '@dossier/shared';
import type { CompanyFinancialRow, CompanyRow, DatasetRow } from '@dossier/store';
import type { ChartRows, SummaryRows, ValuationRows } from './read.ts';

const CURRENCY = 'USD';

/** A company's valuations as the elements take them: every series in one, or the latest estimate alone. */
export function viewValuation({ company, datasets, latest }: ValuationRows): ValuationData {
  const points = datasets.flatMap(pointsOf);
  if (points.length === 0 && latest?.value != null && latest.date !== null) {
    points.push({ date: latest.date, value: latest.value, estimate: true, source: null });
  }
  points.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const changed = datasets.map(({ updated_at }) => updated_at);
  return {
    company: viewCompany(company),
    points,
    currency: datasets[0]?.metric ?? CURRENCY,
    asOf: [company.updated_at, ...changed].sort().at(-1)!.slice(0, 10),
  };
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

/** A source is named by the host of its address, as readers know it. */
function sourceOf(url: string | null): Source | null {
  const address = url === null ? undefined : parseAddress(url);
  return address ? { url: url!, title: address.hostname.replace(/^www\./, '') } : null;
}

/** A company's key facts as the element takes them. */
export function viewSummary({ company, categories, financials }: SummaryRows): CompanySummaryData {
  const { headquarters_city: city, headquarters_country: country } = company;
  const people = JSON.parse(company.key_people_json) as CompanyDetail['key_people'];
  const figure = (name: string) => viewFigure(financials.find((row) => row.name === name));
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
    valuation: figure('latest_estimated_valuation'),
    revenue: figure('latest_estimated_revenue'),
    funding: figure('total_estimated_funding'),
    asOf: company.updated_at.slice(0, 10),
  };
}

const viewFigure = (row: CompanyFinancialRow | undefined): Figure | null =>
  row?.value == null ? null : { value: row.value, date: row.date, estimate: true, source: null };

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
      points: pointsOf(row).map(({ date, value, estimate }) => ({ date, value, estimate })),
      annotations: annotated_points.map(({ x, label }) => ({ date: x.slice(0, 10), label })),
      dataLabels: show_data_labels,
      source: sourceOf(row.source_url),
    })),
    asOf:
      series
        .map(({ row }) => row.updated_at.slice(0, 10))
        .sort()
        .at(-1) ?? null,
  };
}
