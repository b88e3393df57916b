import {
  categoriesOf,
  findCompany,
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

/** The most rows of each list of the page. */
const MOST = { figures: 12, listings: 6, datasets: 8, metrics: 20, rounds: 20, list: 10 };
/** The largest rank, as in the ranking endpoint. */
const RANKED = 100;
const ROUNDS = ['funding_round', 'secondary_transaction'];
const EVENTS = ['corporate_action', 'company_milestone'];

/** Reads the rows of a company's page, in a fixed number of statements. @throws 404 */
export async function readCompanyPage(db: Db, slug: string): Promise<CompanyPageRows> {
  const lookup: CompanyLookup = { by: 'slug', value: slug };
  const found = await findCompany(db, lookup);
  const company = found && (await db<CompanyRow>('companies').where({ id: found.id }).first());
  if (!company) throw companyNotFound(lookup);
  const { id } = company;
  const few = async <Row>(most: number, query: PromiseLike<unknown> & { limit(rows: number): unknown }) => {
    const rows = (await query.limit(most + 1)) as Row[];
    return { rows: rows.slice(0, most), more: rows.length > most };
  };
  const of = (table: string) => db(table).where({ company_id: id });
  const newest = (table: string, ...columns: string[]) =>
    of(table).orderBy(columns.map((column) => ({ column, order: 'desc' })));
  const events = (types: string[]) => newest('events', 'event_date', 'id').whereIn('type', types);
  const documents = of('document_companies')
    .join('documents', 'documents.id', 'document_companies.document_id')
    .orderBy([
      { column: 'document_companies.published_at', order: 'desc' },
      { column: 'document_companies.document_id', order: 'desc' },
    ])
    .select('slug', 'title', 'type', 'documents.published_at', 'web_url');
  const [
    categories,
    figures,
    ranks,
    listings,
    datasets,
    metrics,
    rounds,
    others,
    researched,
    filed,
    reported,
  ] = await Promise.all([
    categoriesOf(db, id),
    few<CompanyFinancialRow>(MOST.figures, of('company_financials').whereNotNull('value').orderBy('name')),
    readRanks(db, id),
    few<CompanyListingRow>(MOST.listings, of('company_listings').orderBy(['ticker', 'venue'])),
    of('datasets').orderBy('dataset_id').limit(MOST.datasets) as Promise<DatasetRow[]>,
    few<MetricRow>(MOST.metrics, newest('metrics', 'end_date', 'id').where({ status: 'Active' })),
    few<EventRow>(MOST.rounds, events(ROUNDS)),
    few<EventRow>(MOST.list, events(EVENTS)),
    few<ListedDocument>(MOST.list, documents),
    few<FilingRow>(MOST.list, newest('filings', 'filed_at', 'id')),
    few<NewsRow>(MOST.list, newest('news', 'release_date', 'id')),
  ]);
  return {
    ...{ company, categories, figures, ranks, listings, datasets, rounds, events: others },
    metrics: { ...metrics, rows: await withCitations(db, metrics.rows) },
    ...{ documents: researched, filings: filed, news: reported },
  };
}

async function readRanks(db: Db, id: number): Promise<Map<string, number>> {
  const names: string[] = Object.values(rankingMetrics);
  const tops = await Promise.all(
    names.map((name) =>
      db('ranked')
        .where({ name })
        .orderBy([{ column: 'value', order: 'desc' }, { column: 'company_id' }])
        .limit(RANKED)
        .pluck<number[]>('company_id'),
    ),
  );
  return new Map(
    tops.flatMap((top, i): [string, number][] => {
      const place = top.indexOf(id);
      return place < 0 ? [] : [[names[i]!, place + 1]];
    }),
  );
}

async function withCitations(db: Db, metrics: MetricRow[]): Promise<CitedMetric[]> {
  const ids = metrics.map(({ id }) => id);
  const rows = await db<MetricCitationRow>('metric_citations')
    .whereIn('metric_id', ids)
    .whereIn('company_id', [...new Set(metrics.map(({ company_id }) => company_id))])
    .orderBy(['metric_id', 'position'])
    .select('metric_id', 'link', 'headline', 'publication');
  const cited = groupBy(rows, ({ metric_id }) => metric_id);
  return metrics.map((metric) => ({ ...metric, citations: cited.get(metric.id) ?? [] }));
}

/** Returns the slug of the company that this slug finds, also if it was that of a merged company; undefined if none. */
export const findSlug = async (db: Db, slug: string): Promise<string | undefined> =>
  (await findCompany(db, { by: 'slug', value: slug }))?.slug;
