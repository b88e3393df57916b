import { column, html } from '@dossier/pages';
import { eventTypeInput, type EventV1 } from '@dossier/shared';
import { CURRENCY } from '../../../charts/points.ts';
import { listEvents } from '../../../resources/events/contract.ts';
import { routes } from '../../../resources/events/routes.ts';
import { day, exactAmount, named, sources, words } from '../../../views/words.ts';
import { COMPANY, type ListPage } from '../list/declare.ts';
import { routeOf } from '../list/routes.ts';
import { companyLink, companyPath } from './cells.ts';

/** What some types of events have. */
interface Data {
  amount_raised?: string | null;
  transaction_amount?: string | null;
  valuation?: string | null;
  currency?: string;
}

const dataOf = ({ data }: EventV1): Data => data as Data;
const ROUND = 'funding-round';

/** Returns the sum of an event and its currency; undefined without a sum. */
function sumOf(event: EventV1): { sum: string; currency: string } | undefined {
  const { amount_raised, transaction_amount, currency = CURRENCY } = dataOf(event);
  const sum = amount_raised ?? transaction_amount;
  return sum == null ? undefined : { sum, currency };
}

/** Sorts by sum, largest first: US dollars come before other currencies, and events without a sum last. */
function bySum(a: EventV1, b: EventV1): number {
  const [one, other] = [sumOf(a), sumOf(b)];
  const place = (sum: typeof one) => (sum === undefined ? 2 : sum.currency === CURRENCY ? 0 : 1);
  return (
    place(one) - place(other) ||
    (one?.currency ?? '').localeCompare(other?.currency ?? '', 'en') ||
    Number(other?.sum ?? 0) - Number(one?.sum ?? 0) ||
    b.event_date.localeCompare(a.event_date)
  );
}

export const events: ListPage<EventV1> = {
  path: '/events',
  title: 'Events',
  nouns: ['event', 'events'],
  about: 'events',
  tag: 'Events',
  name: 'EventsList',
  list: routeOf(routes, listEvents),
  rows: 'events',
  always: { types: ROUND, pagination: 'cursor', page_size: 100, include_citations: true },
  controls: [
    COMPANY,
    {
      name: 'types',
      label: 'Type',
      choices: [
        { value: '', text: 'Funding rounds' },
        { value: 'secondary-transaction', text: 'Sales of shares' },
        { value: 'corporate-action', text: 'Corporate actions' },
        { value: 'company-milestone', text: 'Milestones' },
        { value: eventTypeInput.options.join(','), text: 'All events' },
      ],
    },
  ],
  window: {
    from: 'start_date',
    to: 'end_date',
    of: ({ types = ROUND }) => ({
      ...{ table: 'events', column: 'event_date' },
      ...(!types.includes(',') && { where: { type: types.replaceAll('-', '_') } }),
    }),
  },
  intro: (isSorted) =>
    html`<p>
      Rounds of funding ${isSorted ? 'by amount, largest' : 'by date, newest'} first, unless you choose
      another type.
    </p>`,
  order: bySum,
  companiesOf: ({ company }) => [Number(company.id)],
  columns: (seen) => [
    column.name('Event', ({ event_name }) => named(event_name)),
    column.wide('Company', ({ company }) => companyLink(seen, Number(company.id))),
    column.wide(
      'Type',
      ({ event_subtype }) =>
        html`${words(event_subtype).replace(/ [a-z]$/, (series) => series.toUpperCase())}`,
    ),
    column.number('Amount', (event) => {
      const found = sumOf(event);
      return found && exactAmount(found.sum, found.currency);
    }),
    column.number('Valuation', (event) =>
      exactAmount(dataOf(event).valuation, dataOf(event).currency ?? CURRENCY),
    ),
    column.day('Date', ({ event_date }) => day(event_date)),
    column.wide('Sources', ({ citations = [] }) => citations.length > 0 && sources(citations)),
  ],
  entry: ({ event_id, event_name, company, event_last_updated_at }, seen) => ({
    id: `events/${event_id}`,
    title: event_name,
    href: companyPath(seen, Number(company.id)),
    updated: event_last_updated_at,
  }),
};
