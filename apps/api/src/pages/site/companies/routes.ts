import { pageCursors } from '@dossier/shared';
import {
  searchCompanies,
  type CompanyFilter,
  type CompanySummary,
} from '../../../resources/company-search/contract.ts';
import { listOf } from '../../../resources/company-search/read.ts';
import { route, type Route } from '../../../services.ts';
import { basePath } from '../../../views/frame.ts';
import { filledIn, foundOrProblems, readForm } from '../form-fields.ts';
import { csvFile, requireSite, sitePage } from '../site.ts';
import * as contract from './contract.ts';
import { csvOf } from './csv.ts';
import { readCategories, readCountries, readPage, readSeq } from './read.ts';
import { viewCompanies, type CompaniesPage } from './view.ts';
import { sentenceOf } from './words.ts';

const COLUMNS: contract.ColumnName[] = ['country', 'founded', 'categories', 'valuation', 'total_funding'];

const filterOf = (fields: Record<string, unknown>) => {
  const { input: filter, ...form } = readForm(searchCompanies.input, filledIn(fields));
  return { filter, ...form };
};

const sentenceFor = (filter: CompanyFilter, categories: { name: string; slug: string }[]) =>
  sentenceOf(filter, categories.find(({ slug }) => slug === filter.category)?.name);

const page = route(contract.getCompaniesPage, async (context, { columns: given = '', ...fields }) => {
  requireSite(context);
  const { db, publicUrl } = context;
  const { sent, filter, ...form } = filterOf(fields);
  const chosen = readForm(contract.chosen, filledIn({ columns: given }));
  const columns = chosen.input?.columns ?? COLUMNS;
  const categories = await readCategories(db, sent['category']);
  const countries = await readCountries(db, sent['country']);
  const { found: listed, problems: wrong } = await foundOrProblems(async () =>
    filter && chosen.input ? readPage(context, filter, columns) : undefined,
  );
  const problems = { ...form.problems, ...chosen.problems, ...wrong };
  const cursors = listed && pageCursors(listOf(filter?.sort), listed.page);
  const view: CompaniesPage = {
    base: basePath(publicUrl),
    ...{ publicUrl, sent, columns, problems, categories, countries },
    sentence: filter ? sentenceFor(filter, categories) : '',
    companies: listed?.page.rows.map(({ item }) => JSON.parse(item) as CompanySummary) ?? [],
    total: listed?.page.total ?? 0,
    isLeast: listed?.page.isLeast ?? false,
    next: cursors?.next ?? null,
    previous: cursors?.previous ?? null,
  };
  const isPlain = listed !== undefined && Object.keys(sent).length === 0;
  return sitePage(
    context,
    {
      title: isPlain ? 'Companies' : listed ? view.sentence : 'Error: Companies',
      current: `${view.base}/companies`,
      ...(isPlain && { canonical: `${publicUrl}/companies`, description: 'All companies, with filters.' }),
      styles: ':root{--width:80rem}',
      body: viewCompanies(view),
    },
    { status: listed ? 200 : 400, ...(listed && { dependsOn: listed.dependsOn }) },
  );
});

const csv = route(contract.getCompaniesCsv, async (context, fields) => {
  requireSite(context);
  const { page_after: _, page_before: _before, ...given } = fields;
  const { filter, error } = filterOf(given);
  if (!filter) throw error!;
  const seq = await readSeq(context.db);
  const categories = await readCategories(context.db, filter.category);
  const lines = csvOf(context, filter, { sentence: sentenceFor(filter, categories), seq });
  return csvFile(`companies-${seq}`, lines);
});

export const routes: Route[] = [page, csv];
