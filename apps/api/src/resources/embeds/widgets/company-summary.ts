import type { AddressOptions, Figure, Point, WidgetData } from '@dossier/embeds';
import type { CompanyDetail } from '@dossier/shared';
import { categoriesOf, type CompanyFinancialRow, type DatasetRow, type Db } from '@dossier/store';
import { byDate, CURRENCY, dayOfData, pointsOf, sourceOf, viewCompany } from '../../../charts/points.ts';
import { valuationsOf } from '../../../charts/valuations.ts';
import { companyWidget, readCompany } from './company.ts';

export const companySummary = companyWidget({
  kind: 'company-summary',
  path: 'company-data-summary',
  operationId: 'getCompanySummaryEmbed',
  summary: "A company's key facts",
  title: 'summary',
  read: readSummary,
});

/** The `data_type` values of the series that may contain each figure. */
const seriesOfFigure = {
  latest_estimated_valuation: ['Valuation'],
  latest_estimated_revenue: ['Revenue', 'Recurring Revenue', 'Run Rate Revenue'],
  total_estimated_funding: ['Funding'],
};

async function readSummary(
  db: Db,
  slug: string,
  { asOf }: AddressOptions = {},
): Promise<WidgetData['company-summary']> {
  const company = await readCompany(db, slug);
  const { id, headquarters_city: city, headquarters_country: country } = company;
  const [categories, financials, datasets] = await Promise.all([
    categoriesOf(db, id),
    db<CompanyFinancialRow>('company_financials').where({ company_id: id }),
    db<DatasetRow>('datasets')
      .where({ company_id: id })
      .whereIn('data_type', Object.values(seriesOfFigure).flat())
      .orderBy('dataset_id'),
  ]);
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
    valuation: viewValuation(financials, datasets, asOf) ?? figure('latest_estimated_valuation'),
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

/**
 * Returns the chart's last valuation up to the pinned day, or up to the last day of the data. Returns null if the
 * company's figure is newer than the series.
 */
function viewValuation(
  financials: CompanyFinancialRow[],
  all: DatasetRow[],
  asOf: string | undefined,
): Figure | null {
  const latest = financials.find(({ name }) => name === 'latest_estimated_valuation');
  const datasets = all.filter(({ data_type }) =>
    seriesOfFigure.latest_estimated_valuation.includes(data_type),
  );
  const points = valuationsOf(datasets, latest, CURRENCY);
  const end = asOf ?? (datasets.length === 0 ? undefined : dayOfData(points, datasets));
  const last = points.findLast(({ date }) => end === undefined || date <= end);
  const newer =
    latest?.value != null &&
    (latest.date === null
      ? asOf === undefined
      : latest.date > (last?.date ?? '') && latest.date <= (asOf ?? latest.date));
  return newer || !last ? null : { ...last, source: linkOf(latest, last) ?? last.source };
}

/** Returns a figure as it is in its series, so that all widgets agree. A figure in no series is an estimate. */
function viewFigure(row: CompanyFinancialRow | undefined, points: Point[]): Figure | null {
  if (row?.value == null) return null;
  const { value, date } = row;
  const point = points.findLast((one) => one.value === value && (date === null || one.date === date));
  return {
    value,
    date: date ?? point?.date ?? null,
    estimate: point?.estimate ?? true,
    source: sourceOf(row.source_url) ?? point?.source ?? null,
  };
}

/** Returns the link that the company has for a value of its series, if it states the same value. */
const linkOf = (row: CompanyFinancialRow | undefined, { value, date }: Figure): Figure['source'] =>
  row?.value === value && row.date === date ? sourceOf(row.source_url) : null;
