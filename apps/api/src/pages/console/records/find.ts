import { ApiError } from '@dossier/shared';
import { findCompanies, type CompanyRef, type Db } from '@dossier/store';
import { searchCompanies } from '../../../resources/embeds/builder/find.ts';
import { readSearch } from '../../../resources/search/read.ts';
import type { Signed } from '../console.ts';

/** A record that was found, with the key that opens its page. */
export interface Found {
  key: string;
  title: string;
  about: string;
}

const MAX_FOUND = { records: 25, companies: 3, words: 20 };
/** The longest text to search for; the rest is ignored. */
const MAX_TEXT = 200;

const SEARCH_FAILURES: ReadonlySet<string> = new Set(['search_unavailable', 'search_failed']);

/** The kinds that the search engine finds, with their types in its results. */
const SEARCHED = { documents: 'document', filings: 'filing', news: 'news' } as const;
const isSearched = (kind: string): kind is keyof typeof SEARCHED => Object.hasOwn(SEARCHED, kind);

/**
 * Finds records of a kind by words, the best match first. Records without titles are not found, and none is found while
 * the search engine does not respond.
 */
export const findRecords = (context: Signed, kind: string, typed: string): Promise<Found[]> =>
  find(context, kind, typed.slice(0, MAX_TEXT)).catch((error: unknown) => {
    if (error instanceof ApiError && SEARCH_FAILURES.has(error.code)) return [];
    throw error;
  });

async function find(context: Signed, kind: string, text: string): Promise<Found[]> {
  if (kind === 'events') return findEvents(context, text);
  if (kind === 'companies') {
    const companies = await searchCompanies(context, text);
    return companies.map(({ name, domain }) => ({ key: domain, title: name, about: domain }));
  }
  if (!isSearched(kind)) return [];
  const filter = { types: [SEARCHED[kind]] };
  const { results } = await readSearch(context.search, { text, filter, limit: MAX_FOUND.records, offset: 0 });
  return results.map(({ document_id, title, date }) => ({
    ...{ key: document_id, title, about: date.slice(0, 10) },
  }));
}

/**
 * Finds events of the companies that a text names. Those whose own names and days have most of its words come first, then
 * the newest. An event has at least one of the words that do not name its company, if there are such words.
 */
async function findEvents(context: Signed, text: string): Promise<Found[]> {
  const companies = (await searchCompanies(context, text)).slice(0, MAX_FOUND.companies);
  const known = await findCompanies(
    context.db,
    'slug',
    companies.map(({ slug }) => slug),
  );
  const words = [...new Set(text.toLowerCase().split(/\s+/))].slice(0, MAX_FOUND.words);
  const found = await Promise.all(known.map((company) => eventsOf(context.db, company, words)));
  return found
    .flat()
    .sort((a, b) => b.agrees - a.agrees || (a.date < b.date ? 1 : -1))
    .slice(0, MAX_FOUND.records)
    .map(({ id, name, date, domain }) => ({ key: id, title: name, about: `${domain}, ${date}` }));
}

/** Returns the events of one company with the words, best first. */
async function eventsOf(db: Db, { id, name, domain }: CompanyRef, words: string[]) {
  const has = "lower(name || ' ' || event_date) like lower(cast(? as text)) escape '!'";
  const pattern = (word: string) => `%${word.replaceAll(/[!%_]/g, '!$&')}%`;
  const ofCompany = `${name} ${domain}`.toLowerCase();
  const others = words.filter((word) => !ofCompany.includes(word)).map(pattern);
  const query = db('events')
    .where({ company_id: id })
    .select<{ id: string; name: string; date: string; agrees: number }[]>(
      ...['id', 'name', 'event_date as date'],
      db.raw(
        `${words.map(() => `(case when ${has} then 1 else 0 end)`).join(' + ')} as agrees`,
        words.map(pattern),
      ),
    )
    .orderBy([
      { column: 'agrees', order: 'desc' },
      { column: 'event_date', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(MAX_FOUND.records);
  if (others.length > 0) void query.whereRaw(`(${others.map(() => has).join(' or ')})`, others);
  return (await query).map((event) => ({ ...event, domain }));
}
