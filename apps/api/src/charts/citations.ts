import type { Source } from '@dossier/embeds';
import { groupBy, type CitationSource } from '@dossier/shared';
import { ask, inList, preparedQueries, preparedQuery, type Db, type EventRow } from '@dossier/store';

type Cited = Pick<CitationSource, 'link' | 'headline' | 'publication' | 'quote'> & { day: string };
type Sourced = { date: string; source: Source | null };

/**
 * Adds to the sources of points what the citations of events and metrics state about the same address: the headline,
 * the publication and the quote.
 */
export async function withCitations<P extends Sourced>(
  db: Db,
  companies: readonly number[],
  series: readonly P[][],
): Promise<P[][]> {
  const days = new Map<string, Set<string>>();
  for (const { date, source } of series.flat()) {
    if (source) days.set(source.url, (days.get(source.url) ?? new Set()).add(date));
  }
  if (days.size === 0) return series.map((points) => [...points]);
  const cited = groupBy(await readCited(db, companies, [...days.keys()]), ({ link }) => link);
  return series.map((points) =>
    points.map((point) => {
      const { source, date } = point;
      const found = source ? cited.get(source.url) : undefined;
      return source && found
        ? { ...point, source: { ...source, ...citationOf(found, date, days.get(source.url)!) } }
        : point;
    }),
  );
}

/**
 * Returns what a day's value may say about its source. Several values often share an address, such as that of a
 * newsroom, so a headline belongs to the value of the cited day. It belongs to the value of another day only if the
 * address has one headline and one value.
 */
function citationOf(cited: readonly Cited[], day: string, days: ReadonlySet<string>): Partial<Source> {
  const ofDay = cited.filter((one) => one.day === day);
  const isAlone = days.size === 1 && new Set(cited.map(({ headline }) => headline)).size === 1;
  const own = ofDay.length > 0 ? ofDay : isAlone ? cited : [];
  const [best = own[0]] = own.filter(({ quote }) => quote !== null);
  if (best) {
    const { headline, publication, quote } = best;
    return { headline, publication, ...(quote !== null && { quote }) };
  }
  const publications = new Set(cited.map(({ publication }) => publication));
  return publications.size === 1 ? { publication: [...publications][0]! } : {};
}

/** The most events of a company that a chart reads, the newest first. */
const MAX_EVENTS = 1000;

type CitedEvent = Pick<EventRow, 'event_date' | 'citations_json'>;

/** Each company is one range of an index. @param count how many companies, whose ids are the parameters `0`, `1` and so on */
const newestEvents = preparedQueries<number, Record<string, number>, CitedEvent>((db, param, count) => {
  const newestFirst = [
    { column: 'event_date', order: 'desc' },
    { column: 'id', order: 'desc' },
  ];
  const each = Array.from({ length: count }, (_, place) => {
    const company = db('events').where('company_id', param(String(place)));
    const newest = company.orderBy(newestFirst).limit(MAX_EVENTS);
    return db
      .from(newest.select('company_id', 'event_date', 'id', 'citations_json').as('newest'))
      .select('*');
  });
  return db
    .from(each[0]!.unionAll(each.slice(1)).as('events'))
    .orderBy(['company_id', ...newestFirst])
    .select('event_date', 'citations_json');
});

/** Reads the newest events of each company. */
async function readEvents(db: Db, companies: readonly number[]): Promise<CitedEvent[]> {
  return companies.length === 0
    ? []
    : ask(db, newestEvents(companies.length), Object.fromEntries(companies.entries()));
}

type CitedMetric = Omit<Cited, 'day'> & { end_date: string };

const citedMetrics = preparedQuery<{ companies: number[]; urls: string[] }, CitedMetric>((db, param) =>
  db('metrics')
    .join('metric_citations', {
      'metrics.id': 'metric_citations.metric_id',
      'metrics.company_id': 'metric_citations.company_id',
    })
    .where(db.raw(inList(db, 'metrics.company_id'), [param('companies')]))
    .where(db.raw(inList(db, 'link'), [param('urls')]))
    .orderBy(['metric_id', 'position'])
    .select('link', 'headline', 'publication', 'quote', 'end_date'),
);

/** Reads the citations of companies with one of the addresses, each with the day of its event or observation. */
async function readCited(db: Db, all: readonly number[], urls: string[]): Promise<Cited[]> {
  const wanted = new Set(urls);
  const companies = [...new Set(all)];
  const [events, metrics] = await Promise.all([
    readEvents(db, companies),
    ask(db, citedMetrics, { companies, urls }),
  ]);
  return [
    ...events.flatMap(({ event_date: day, citations_json }) =>
      (JSON.parse(citations_json) as CitationSource[])
        .filter(({ link }) => wanted.has(link))
        .map(({ link, headline, publication, quote }) => ({ link, headline, publication, quote, day })),
    ),
    ...metrics.map(({ end_date: day, ...cited }) => ({ ...cited, day })),
  ];
}
