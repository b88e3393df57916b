import { rankingMetrics, type RankingMetric } from '@dossier/shared';
import type { CompanyRow, Db, DocumentRow, EventRow, FilingRow, NewsRow } from '@dossier/store';
import { readAllCategories, type CountedCategory } from '../../../resources/categories/read.ts';

/** The name and slug of the company that a row belongs to. */
type OfCompany = { company: CompanyRow['name']; company_slug: CompanyRow['slug'] };
export type Ranked = OfCompany & { value: number };

/** The rows of the start page. */
export interface HomeRows {
  rounds: (EventRow & OfCompany)[];
  news: (Pick<NewsRow, 'id' | 'headline' | 'release_date'> & OfCompany)[];
  documents: Pick<DocumentRow, 'slug' | 'title' | 'type' | 'published_at'>[];
  filings: (Pick<FilingRow, 'id' | 'name' | 'type' | 'filed_at'> & OfCompany)[];
  tops: [metric: RankingMetric, rows: Ranked[]][];
  categories: CountedCategory[];
}

/** No index has filings by their day, so the newest ones are those among the last that changed. */
const MAX_ROWS = { list: 6, top: 5, categories: 60, changedFilings: 60 };

/** Reads the newest records, the largest companies and the categories. Each statement reads the first rows of an index. */
export async function readHome(db: Db): Promise<HomeRows> {
  const newest = <Row>(
    table: string,
    time: string,
    columns: string[],
    { where = {}, most = MAX_ROWS.list } = {},
  ) =>
    db(table)
      .where(where)
      .join('companies', 'companies.id', `${table}.company_id`)
      .orderBy([
        { column: `${table}.${time}`, order: 'desc' },
        { column: `${table}.id`, order: 'desc' },
      ])
      .limit(most)
      .select([
        ...columns.map((column) => `${table}.${column}`),
        'companies.name as company',
        'companies.slug as company_slug',
      ]) as unknown as Promise<Row[]>;
  const top = async (metric: RankingMetric): Promise<[RankingMetric, Ranked[]]> => [
    metric,
    await db('ranked')
      .join('companies', 'companies.id', 'ranked.company_id')
      .where('ranked.name', rankingMetrics[metric])
      .orderBy([
        { column: 'ranked.value', order: 'desc' },
        { column: 'ranked.company_id', order: 'desc' },
      ])
      .limit(MAX_ROWS.top)
      .select<Ranked[]>('ranked.value', 'companies.name as company', 'companies.slug as company_slug'),
  ];
  const [rounds, news, documents, filings, tops, categories] = await Promise.all([
    newest<HomeRows['rounds'][number]>('events', 'event_date', ['*'], {
      where: { 'events.type': 'funding_round' },
    }),
    newest<HomeRows['news'][number]>('news', 'release_date', ['id', 'headline', 'release_date']),
    db('documents')
      .orderBy([
        { column: 'published_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(MAX_ROWS.list)
      .select<HomeRows['documents']>('slug', 'title', 'type', 'published_at'),
    newest<HomeRows['filings'][number]>('filings', 'updated_at', ['id', 'name', 'type', 'filed_at'], {
      most: MAX_ROWS.changedFilings,
    }),
    Promise.all((Object.keys(rankingMetrics) as RankingMetric[]).map(top)),
    readAllCategories(db, MAX_ROWS.categories),
  ]);
  const byDay = filings.toSorted((a, b) => b.filed_at.localeCompare(a.filed_at));
  return { rounds, news, documents, filings: byDay.slice(0, MAX_ROWS.list), tops, categories };
}
