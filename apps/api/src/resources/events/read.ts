import { firstDayFrom, lastDayUntil, type EventType, type Page, type PageRequest } from '@dossier/shared';
import {
  keysetPage,
  whereBetween,
  type CompanyRef,
  type CompanyRow,
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

export type EventWithCompany = EventRow & {
  company_slug: CompanyRow['slug'];
  company_domain: CompanyRow['domain'];
};

const COLUMNS = { event_date: 'events.event_date', id: 'events.id' };

/** A page of events from a cursor on. */
export function readEventsByCursor(
  db: Db,
  filter: EventFilter,
  request: PageRequest,
): Promise<Page<EventWithCompany>> {
  return keysetPage(eventList, request, { query: filtered(db, filter), columns: COLUMNS });
}

/** A numbered page of events, from 1, in the same order. */
export async function readEventsByPage(
  db: Db,
  filter: EventFilter,
  { page, size }: { page: number; size: number },
): Promise<{ rows: EventWithCompany[]; total: number }> {
  const query = filtered(db, filter);
  const counted = await query.clone().clearSelect().count({ n: '*' }).first<{ n: number | string }>();
  const total = Number(counted.n);
  const offset = (page - 1) * size;
  if (offset >= total) return { rows: [], total };
  const rows = (await query
    .orderBy(COLUMNS.event_date, 'desc')
    .orderBy(COLUMNS.id, 'desc')
    .limit(size)
    .offset(offset)) as EventWithCompany[];
  return { rows, total };
}

function filtered(db: Db, filter: EventFilter): Query {
  const query = db('events')
    .join('companies', 'companies.id', 'events.company_id')
    .select('events.*', 'companies.slug as company_slug', 'companies.domain as company_domain');
  if (filter.companies) {
    query.whereIn(
      'events.company_id',
      filter.companies.map(({ id }) => id),
    );
  }
  if (filter.types) query.whereIn('events.type', filter.types);
  if (filter.subtypes) query.whereIn('events.subtype', filter.subtypes);
  whereBetween(
    query,
    'events.event_date',
    filter.start_date && firstDayFrom(filter.start_date),
    filter.end_date && lastDayUntil(filter.end_date),
  );
  whereBetween(query, 'events.created_at', filter.created_at_gte, filter.created_at_lte);
  return whereBetween(query, 'events.updated_at', filter.updated_at_gte, filter.updated_at_lte);
}
