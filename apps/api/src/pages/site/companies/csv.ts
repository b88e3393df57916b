import { pageCursors } from '@dossier/shared';
import type { CompanyFilter, CompanySummary } from '../../../resources/company-search/contract.ts';
import { listOf, readSorted } from '../../../resources/company-search/read.ts';
import { csvLine } from '../../../rows/csv.ts';
import type { Context } from '../../../services.ts';
import { figureOf } from './figures.ts';

/** The companies that one statement reads. */
const EACH = 1000;
export const FIELDS: CompanyFilter['fields'] = [
  ...(['slug', 'name', 'domain', 'type', 'updated_at', 'founding_year'] as const),
  ...(['headquarters', 'categories', 'listings', 'financials'] as const),
];
const HEAD = ['id', 'slug', 'name', 'domain', 'type', 'country', 'founded', 'categories', 'tickers'];
const FIGURES = [
  'valuation',
  'valuation_date',
  'revenue',
  'revenue_date',
  'total_funding',
  'total_funding_date',
];

/** Returns the lines of all companies that match a filter, page by page. The first row also has the filter and the `seq`. */
export async function* csvOf(
  context: Context,
  filter: CompanyFilter,
  { sentence, seq }: { sentence: string; seq: number },
): AsyncGenerator<string> {
  yield csvLine([...HEAD, ...FIGURES, 'updated_at', 'filter', 'seq']);
  let first = true;
  for (let after: string | null = 'Start'; after !== null;) {
    const { page } = await readSorted(context, {
      ...filter,
      page_size: EACH,
      page_after: after,
      fields: FIELDS,
    });
    const lines = page.rows.map(({ item }) => {
      const cells = cellsOf(JSON.parse(item) as CompanySummary);
      const line = csvLine(first ? [...cells, sentence, seq] : [...cells, '', '']);
      first = false;
      return line;
    });
    yield lines.join('');
    after = pageCursors(listOf(filter.sort), page).next;
  }
}

/** Returns companies as the lines of a CSV file. */
export async function* csvOfCompanies(companies: CompanySummary[]): AsyncGenerator<string> {
  yield* [[...HEAD, ...FIGURES, 'updated_at'], ...companies.map(cellsOf)].map(csvLine);
}

function cellsOf(company: CompanySummary): (string | number | null)[] {
  const { id, slug, name, domain, type, headquarters, founding_year, updated_at } = company;
  return [
    ...[Number(id), slug!, name!, domain!, type!, headquarters?.country ?? null, founding_year ?? null],
    company.categories!.map((category) => category.name).join('; '),
    company.listings!.map(({ ticker }) => ticker).join('; '),
    ...(['valuation', 'revenue', 'total_funding'] as const).flatMap((metric) => {
      const { value = null, date = null } = figureOf(company, metric) ?? {};
      return [value, date];
    }),
    updated_at!,
  ];
}
