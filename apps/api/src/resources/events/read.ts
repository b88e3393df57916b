import {
  eventType,
  firstDayFrom,
  lastDayUntil,
  type EventType,
  type EventV1,
  type PageRequest,
} from '@dossier/shared';
import {
  among,
  amongAlso,
  between,
  pagesOf,
  type CompanyRef,
  type Condition,
  type Db,
  type ItemPage,
} from '@dossier/store';
import { idsOf } from '../../query/scope.ts';
import { eventList } from './contract.ts';
import { viewEvent } from './view.ts';

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

const pages = pagesOf<EventV1, boolean>({
  list: eventList,
  from: (db) => db('events'),
  item: (db, _param, includeCitations) => viewEvent(db, includeCitations),
  sorts: 'few',
  counted: 'events',
});

/**
 * Returns a page of events: after a cursor, or from an offset on. Many companies are read from the index
 * `events_of_companies`, several subtypes from `events_by_subtype`. Types are read from `events_by_type`, or from
 * `events_by_date` if matches are near the cursor. Each index covers all filters and the sort order.
 */
export const readEvents = (
  db: Db,
  filter: EventFilter,
  includeCitations: boolean,
  request: PageRequest,
  offset = 0,
): Promise<ItemPage<EventV1>> =>
  pages(db, {
    request,
    where: whereOf(db, filter),
    form: includeCitations,
    params: {},
    offset,
    counters: countersOf(filter),
  });

/** Returns the counters of a list: of all events by type and subtype, or of those of one company by type. Other lists have none. */
function countersOf({ companies, types, subtypes, ...times }: EventFilter): string[] | undefined {
  const bounds = [times.start_date, times.end_date, times.created_at_gte, times.created_at_lte];
  const given = [...bounds, times.updated_at_gte, times.updated_at_lte];
  if (given.some((value) => value !== undefined)) return undefined;
  const kinds = [...new Set(types ?? eventType.options)];
  if (!companies) {
    const ends = subtypes ? [...new Set(subtypes)].map((subtype) => ` ${subtype}`) : [''];
    return kinds.flatMap((type) => ends.map((end) => `all events ${type}${end}`));
  }
  const [one, ...others] = companies;
  return one && others.length === 0 && !subtypes
    ? kinds.map((type) => `events ${one.id} ${type}`)
    : undefined;
}

const whereOf = (db: Db, filter: EventFilter): Condition[] => [
  ...among(db, 'company_id', idsOf(filter)),
  ...(filter.companies ? amongAlso(db, 'type', filter.types) : among(db, 'type', filter.types)),
  ...among(db, 'subtype', filter.subtypes),
  ...between(
    'event_date',
    filter.start_date && firstDayFrom(filter.start_date),
    filter.end_date && lastDayUntil(filter.end_date),
  ),
  ...between('created_at', filter.created_at_gte, filter.created_at_lte),
  ...between('updated_at', filter.updated_at_gte, filter.updated_at_lte),
];
