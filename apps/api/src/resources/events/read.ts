import type { EventV1 } from '@dossier/shared';
import { list } from '../../query/list.ts';
import { eventFilters, eventList } from './contract.ts';
import { viewEvent } from './view.ts';

/**
 * Reads a page of events: after a cursor, or from an offset on. The events of many companies are read from the index
 * `events_of_companies`.
 */
export const readEvents = list<EventV1, boolean>({
  list: eventList,
  table: 'events',
  filters: eventFilters,
  item: (db, _param, includeCitations) => viewEvent(db, includeCitations),
  sorts: 'few',
});
