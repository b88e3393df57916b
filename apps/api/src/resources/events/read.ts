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
  counters: [
    { name: 'events', columns: { company_id: undefined, type: eventType.options } },
    { name: 'all events', columns: { type: eventType.options } },
    { name: 'all events', columns: { type: eventType.options, subtype: undefined } },
  ],
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
  });

const whereOf = (db: Db, filter: EventFilter): Condition[] => [
  ...among(db, 'company_id', idsOf(filter)),
  ...kindsOf(db, filter),
  ...between(
    'event_date',
    filter.start_date && firstDayFrom(filter.start_date),
    filter.end_date && lastDayUntil(filter.end_date),
  ),
  ...between('created_at', filter.created_at_gte, filter.created_at_lte),
  ...between('updated_at', filter.updated_at_gte, filter.updated_at_lte),
];

/**
 * Keeps the events of types and subtypes. SQLite does not know which of several filters keeps the fewest rows, so only one
 * of them uses an index: companies, or else subtypes.
 */
function kindsOf(db: Db, { companies, types, subtypes }: EventFilter): Condition[] {
  if (companies) return [...amongAlso(db, 'type', types), ...amongAlso(db, 'subtype', subtypes)];
  if (!subtypes) return among(db, 'type', types);
  // The types may have few of the subtypes, or none.
  const ofTypes = amongAlso(db, 'type', types).map((condition) => ({ ...condition, isScattered: true }));
  return [...ofTypes, ...among(db, 'subtype', subtypes)];
}
