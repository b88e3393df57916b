import { firstDayFrom, lastDayUntil, type EventType, type Page, type PageRequest } from '@dossier/shared';
import {
  findCompanies,
  keysetPage,
  whereBetween,
  type CompanyRef,
  type Db,
  type EventRow,
  type Query,
} from '@dossier/store';
import { eventList } from './contract.ts';

/** What a list of events is limited to; what is absent does not limit. */
export interface EventFilter {
  types: EventType[] | undefined;
  subtypes: string[] | undefined;
  companies: CompanyRef[] | null;
  start_date?: string | undefined;
  end_date?: string | undefined;
  created_at_gte?: string | undefined;
  created_at_lte?: string | undefined;
  updated_at_gte?: string | undefined;
  updated_at_lte?: string | undefined;
}

/** An event and whose it is. */
export interface EventWithCompany {
  event: EventRow;
  company: CompanyRef;
}

/** A page of events from a cursor on. */
export function readEventsByCursor(
  db: Db,
  filter: EventFilter,
  request: PageRequest,
): Promise<Page<EventRow>> {
  return keysetPage(eventList, request, { query: filtered(db, filter) });
}

/** A numbered page of events, from 1, in the same order. */
export async function readEventsByPage(
  db: Db,
  filter: EventFilter,
  { page, size }: { page: number; size: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const query = filtered(db, filter);
  const counted = await query.clone().clearSelect().count({ n: '*' }).first<{ n: number | string }>();
  const total = Number(counted.n);
  const offset = (page - 1) * size;
  if (offset >= total) return { rows: [], total };
  const rows = (await query
    .orderBy('event_date', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(offset)) as EventRow[];
  return { rows, total };
}

/**
 * The events of a page with their companies, in one statement: a join would lead SQLite to walk the companies first.
 * An event whose company was deleted since the page was read is left out.
 */
export async function withCompanies(db: Db, events: EventRow[]): Promise<EventWithCompany[]> {
  const ids = [...new Set(events.map((event) => event.company_id))];
  const companies = new Map((await findCompanies(db, 'id', ids)).map((company) => [company.id, company]));
  return events.flatMap((event) => {
    const company = companies.get(event.company_id);
    return company ? [{ event, company }] : [];
  });
}

function filtered(db: Db, filter: EventFilter): Query {
  const query = db('events').select('events.*');
  if (filter.companies) {
    query.whereIn(
      'company_id',
      filter.companies.map(({ id }) => id),
    );
  }
  if (filter.types) query.whereIn('type', filter.types);
  if (filter.subtypes) query.whereIn('subtype', filter.subtypes);
  whereBetween(
    query,
    'event_date',
    filter.start_date && firstDayFrom(filter.start_date),
    filter.end_date && lastDayUntil(filter.end_date),
  );
  whereBetween(query, 'created_at', filter.created_at_gte, filter.created_at_lte);
  return whereBetween(query, 'updated_at', filter.updated_at_gte, filter.updated_at_lte);
}
