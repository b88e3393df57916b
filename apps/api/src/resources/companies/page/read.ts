import {
  ask,
  categoriesOf,
  findCompany,
  inList,
  preparedQuery,
  type CategoryRow,
  type CompanyFinancialRow,
  type CompanyListingRow,
  type CompanyLookup,
  type CompanyRow,
  type DatasetRow,
  type Db,
  type DocumentRow,
  type EventRow,
  type FilingRow,
  type MetricCitationRow,
  type MetricRow,
  type NewsRow,
  type Query,
} from '@dossier/store';
import { groupBy, rankingMetrics } from '@dossier/shared';
import { companyNotFound } from '../../../query/scope.ts';

/** The first rows of a list, and whether it has more. */
export interface Few<Row> {
  rows: Row[];
  more: boolean;
}

/** An observation with its citations. */
export type CitedMetric = MetricRow & {
  citations: Pick<MetricCitationRow, 'link' | 'headline' | 'publication'>[];
};
export type ListedDocument = Pick<DocumentRow, 'slug' | 'title' | 'type' | 'published_at' | 'web_url'>;

/** The rows of a company's public page. */
export interface CompanyPageRows {
  company: CompanyRow;
  categories: CategoryRow[];
  figures: Few<CompanyFinancialRow>;
  /** The ranks of the company, by the name of the figure. Only the first hundred companies have one. */
  ranks: Map<string, number>;
  listings: Few<CompanyListingRow>;
  datasets: DatasetRow[];
  metrics: Few<CitedMetric>;
  rounds: Few<EventRow>;
  events: Few<EventRow>;
  documents: Few<ListedDocument>;
  filings: Few<FilingRow>;
  news: Few<NewsRow>;
}

/** The largest rank, as in the ranking endpoint. */
const RANKED = 100;
const ROUNDS = ['funding_round', 'secondary_transaction'];
const EVENTS = ['corporate_action', 'company_milestone'];

/** A list of a company: the most rows that the page shows, and the query for these and one more. */
const listOf = <Row extends object>(table: string, most: number, chosen: (rows: Query) => Query) => ({
  most,
  query: preparedQuery<{ company: number }, Row>((db, param) =>
    chosen(db(table).where('company_id', param('company'))).limit(most + 1),
  ),
});

/** Orders rows by columns, newest first. */
const newest = (rows: Query, ...columns: string[]): Query =>
  rows.orderBy(columns.map((column) => ({ column, order: 'desc' })));
const newestEvents = (types: string[], most: number) =>
  listOf<EventRow>('events', most, (rows) => newest(rows, 'event_date', 'id').whereIn('type', types));

const lists = {
  figures: listOf<CompanyFinancialRow>('company_financials', 12, (rows) =>
    rows.whereNotNull('value').orderBy('name'),
  ),
  listings: listOf<CompanyListingRow>('company_listings', 6, (rows) => rows.orderBy(['ticker', 'venue'])),
  datasets: listOf<DatasetRow>('datasets', 8, (rows) => rows.orderBy('dataset_id')),
  metrics: listOf<MetricRow>('metrics', 20, (rows) =>
    newest(rows, 'end_date', 'id').where({ status: 'Active' }),
  ),
  rounds: newestEvents(ROUNDS, 20),
  events: newestEvents(EVENTS, 10),
  documents: listOf<ListedDocument>('document_companies', 10, (rows) =>
    newest(
      rows.join('documents', 'documents.id', 'document_companies.document_id'),
      'document_companies.published_at',
      'document_companies.document_id',
    ).select('slug', 'title', 'type', 'documents.published_at', 'web_url'),
  ),
  filings: listOf<FilingRow>('filings', 10, (rows) => newest(rows, 'filed_at', 'id')),
  news: listOf<NewsRow>('news', 10, (rows) => newest(rows, 'release_date', 'id')),
};

const companyById = preparedQuery<{ company: number }, CompanyRow>((db, param) =>
  db('companies').where('id', param('company')),
);

/** Reads the rows of a company's page, in a fixed number of statements. @throws 404 */
export async function readCompanyPage(db: Db, slug: string): Promise<CompanyPageRows> {
  const lookup: CompanyLookup = { by: 'slug', value: slug };
  const found = await findCompany(db, lookup);
  const [company] = found ? await ask(db, companyById, { company: found.id }) : [];
  if (!company) throw companyNotFound(lookup);
  const { id } = company;
  const few = async <Row extends object>({
    most,
    query,
  }: ReturnType<typeof listOf<Row>>): Promise<Few<Row>> => {
    const rows = await ask(db, query, { company: id });
    return { rows: rows.slice(0, most), more: rows.length > most };
  };
  const [categories, ranks, figures, listings, datasets, metrics, rounds, events, documents, filings, news] =
    await Promise.all([
      categoriesOf(db, id),
      readRanks(db, id),
      few(lists.figures),
      few(lists.listings),
      few(lists.datasets),
      few(lists.metrics),
      few(lists.rounds),
      few(lists.events),
      few(lists.documents),
      few(lists.filings),
      few(lists.news),
    ]);
  return {
    ...{ company, categories, figures, ranks, listings, rounds, events, documents, filings, news },
    datasets: datasets.rows,
    metrics: { ...metrics, rows: await withCitations(db, metrics.rows) },
  };
}

const topOf = preparedQuery<{ name: string }, { company_id: number }>((db, param) =>
  db('ranked')
    .where('name', param('name'))
    .orderBy([{ column: 'value', order: 'desc' }, { column: 'company_id' }])
    .limit(RANKED)
    .select('company_id'),
);

async function readRanks(db: Db, id: number): Promise<Map<string, number>> {
  const names: string[] = Object.values(rankingMetrics);
  const tops = await Promise.all(names.map(async (name) => ask(db, topOf, { name })));
  return new Map(
    tops.flatMap((top, i): [string, number][] => {
      const place = top.findIndex(({ company_id }) => company_id === id);
      return place < 0 ? [] : [[names[i]!, place + 1]];
    }),
  );
}

type Citation = Pick<MetricCitationRow, 'metric_id' | 'link' | 'headline' | 'publication'>;

const citationsOf = preparedQuery<{ metrics: string[]; companies: number[] }, Citation>((db, param) =>
  db('metric_citations')
    .where(db.raw(inList(db, 'metric_id'), [param('metrics')]))
    .where(db.raw(inList(db, 'company_id'), [param('companies')]))
    .orderBy(['metric_id', 'position'])
    .select('metric_id', 'link', 'headline', 'publication'),
);

async function withCitations(db: Db, metrics: MetricRow[]): Promise<CitedMetric[]> {
  const companies = [...new Set(metrics.map(({ company_id }) => company_id))];
  const rows = await ask(db, citationsOf, { metrics: metrics.map(({ id }) => id), companies });
  const cited = groupBy(rows, ({ metric_id }) => metric_id);
  return metrics.map((metric) => ({ ...metric, citations: cited.get(metric.id) ?? [] }));
}

/** Returns the slug of the company that this slug finds, also if it was that of a merged company; undefined if none. */
export const findSlug = async (db: Db, slug: string): Promise<string | undefined> =>
  (await findCompany(db, { by: 'slug', value: slug }))?.slug;
