import { firstDayFrom, lastDayUntil, type EventType, type Page, type PageRequest } from '@dossier/shared';
import {
  findCompanies,
  keysetRows,
  rowsOfIds,
  whereAlso,
  whereBetween,
  type CompanyRef,
  type Db,
  type EventRow,
  type Query,
} from '@dossier/store';
import { companyIdsOf } from '../../query/scope.ts';
import { eventList } from './contract.ts';

/** The filters of a list of events. An undefined filter does not limit the list. */
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

/**
 * Returns a page of events after a cursor. Many companies are read from the index `events_of_companies`, several
 * subtypes from `events_by_subtype`. Types are read from `events_by_type`, or from `events_by_date` if matches are
 * near the cursor. Each index covers all filters and the sort order.
 */
export function readEventsByCursor(
  db: Db,
  filter: EventFilter,
  request: PageRequest,
): Promise<Page<EventRow>> {
  return keysetRows(db, 'events', eventList, request, (query) => filterEvents(query, filter));
}

/** Returns a numbered page of events, from 1, in the same order and from the same indexes. */
export async function readEventsByPage(
  db: Db,
  filter: EventFilter,
  { page, size }: { page: number; size: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const query = db('events');
  filterEvents(query, filter);
  const counted = await query.clone().count({ n: '*' }).first<{ n: number | string }>();
  const total = Number(counted.n);
  const offset = (page - 1) * size;
  if (offset >= total) return { rows: [], total };
  const ids = await query
    .orderBy('event_date', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(offset)
    .pluck('id');
  return { rows: await rowsOfIds(db, 'events', ids as string[]), total };
}

/** Returns the companies of a page of events in one statement. With a join, SQLite would scan the companies first. */
export const readEventCompanies = (db: Db, events: EventRow[]): Promise<CompanyRef[]> =>
  findCompanies(db, 'id', companyIdsOf(events));

function filterEvents(query: Query, filter: EventFilter): void {
  if (filter.companies) {
    query.whereIn(
      'company_id',
      filter.companies.map(({ id }) => id),
    );
  }
  if (filter.types && filter.companies) whereAlso(query, 'type', filter.types);
  else if (filter.types) query.whereIn('type', filter.types);
  if (filter.subtypes) query.whereIn('subtype', filter.subtypes);
  whereBetween(
    query,
    'event_date',
    filter.start_date && firstDayFrom(filter.start_date),
    filter.end_date && lastDayUntil(filter.end_date),
  );
  whereBetween(query, 'created_at', filter.created_at_gte, filter.created_at_lte);
  whereBetween(query, 'updated_at', filter.updated_at_gte, filter.updated_at_lte);
}
