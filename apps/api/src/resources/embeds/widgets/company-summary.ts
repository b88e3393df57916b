import type { AddressOptions, Figure, WidgetData } from '@dossier/embeds';
import type { CompanyDetail } from '@dossier/shared';
import {
  categoriesOf,
  type CompanyFinancialRow,
  type CompanyRow,
  type DatasetRow,
  type Db,
} from '@dossier/store';
import { seriesOfFigure, viewFigure } from '../../../charts/figures.ts';
import { CURRENCY, dayOfData, sourceOf, viewCompany } from '../../../charts/points.ts';
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

/** Reads the key facts of a company, with its valuation up to a pinned day. @throws 404 */
export async function readSummary(
  db: Db,
  slug: string,
  { asOf }: AddressOptions = {},
): Promise<WidgetData['company-summary']> {
  const company = await readCompany(db, slug);
  const { id, headquarters_city: city, headquarters_country: country } = company;
  const [categories, figures] = await Promise.all([categoriesOf(db, id), readFigures(db, company, asOf)]);
  const people = JSON.parse(company.key_people_json) as CompanyDetail['key_people'];
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

/** Reads the valuation of a company up to a pinned day, its revenue and its total funding. */
export async function readFigures(db: Db, { id }: CompanyRow, asOf: string | undefined) {
  const [financials, datasets] = await Promise.all([
    db<CompanyFinancialRow>('company_financials').where({ company_id: id }),
    db<DatasetRow>('datasets')
      .where({ company_id: id })
      .whereIn('data_type', Object.values(seriesOfFigure).flat())
      .orderBy('dataset_id'),
  ]);
  const figure = (name: string) =>
    viewFigure(
      financials.find((row) => row.name === name),
      datasets,
    );
  return {
    valuation: viewValuation(financials, datasets, asOf) ?? figure('latest_estimated_valuation'),
    revenue: figure('latest_estimated_revenue'),
    funding: figure('total_estimated_funding'),
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
  const datasets = all.filter(({ data_type }) => data_type === 'Valuation');
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

/** Returns the link that the company has for a value of its series, if it states the same value. */
const linkOf = (row: CompanyFinancialRow | undefined, { value, date }: Figure): Figure['source'] =>
  row?.value === value && row.date === date ? sourceOf(row.source_url) : null;
