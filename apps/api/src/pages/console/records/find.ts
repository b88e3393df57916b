import type { EventV1 } from '@dossier/shared';
import { searchCompanies } from '../../../resources/embeds/builder/find.ts';
import * as events from '../../../resources/events/routes.ts';
import { readSearch } from '../../../resources/search/read.ts';
import { textOf } from '../../../rows/json-text.ts';
import { askerOf } from '../ask.ts';
import type { Signed } from '../console.ts';

/** A record that was found, with the key that opens its page. */
export interface Found {
  key: string;
  title: string;
  about: string;
}

const MOST = { records: 25, companies: 3, events: 100 };
/** The longest text to search for; the rest is ignored. */
const LONGEST = 200;

/** The kinds that the search engine finds, with their types in its results. */
const SEARCHED = { documents: 'document', filings: 'filing', news: 'news' } as const;
const isSearched = (kind: string): kind is keyof typeof SEARCHED => Object.hasOwn(SEARCHED, kind);

const ask = askerOf(events.routes);

/** Finds records of a kind by words, the best match first. Records without titles are not found. */
export async function findRecords(context: Signed, kind: string, typed: string): Promise<Found[]> {
  const text = typed.slice(0, LONGEST);
  if (kind === 'events') return findEvents(context, text);
  if (kind === 'companies') {
    const companies = await searchCompanies(context, text);
    return companies.map(({ name, domain }) => ({ key: domain, title: name, about: domain }));
  }
  if (!isSearched(kind)) return [];
  const filter = { types: [SEARCHED[kind]] };
  const { results } = await readSearch(context.search, { text, filter, limit: MOST.records, offset: 0 });
  return results.map(({ document_id, title, date }) => ({
    ...{ key: document_id, title, about: date.slice(0, 10) },
  }));
}

/** Finds events of the companies that a text names. Those whose own names have most of its words come first, then the newest. */
async function findEvents(context: Signed, text: string): Promise<Found[]> {
  const companies = (await searchCompanies(context, text)).slice(0, MOST.companies);
  if (companies.length === 0) return [];
  const body = await ask<object>(context, 'listEvents', {
    company_domains: companies.map(({ domain }) => domain),
    ...{ pagination: 'cursor', page_size: MOST.events },
  });
  const { events: found } = JSON.parse(textOf(body)) as { events: EventV1[] };
  const words = text.toLowerCase().split(/\s+/);
  const agrees = ({ event_name }: EventV1) => {
    const name = event_name.toLowerCase();
    return words.filter((word) => name.includes(word)).length;
  };
  return found
    .sort((a, b) => agrees(b) - agrees(a))
    .slice(0, MOST.records)
    .map(({ event_id, event_name, event_date, company }) => ({
      ...{ key: event_id, title: event_name, about: `${company.domain}, ${event_date}` },
    }));
}
