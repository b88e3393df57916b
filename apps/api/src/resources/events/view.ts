import {
  citationSource,
  corporateActionData,
  eventType,
  eventV1,
  fundingRoundData,
  secondaryTransactionData,
  type EventV1,
} from '@dossier/shared';
import { jsonFor, rowOfPage, type Db, type Json } from '@dossier/store';
import { z } from 'zod';
import { companyReferenceFields } from '../../views/companies.ts';

const [{ shape }] = eventV1.options;
/** The fields that the events of all types have, in the order of the contract. */
const envelope = z.object({ ...shape, event_type: eventType, data: z.unknown() });

/** Returns the event of a row of `page` in schema v1, as SQL. */
export function viewEvent(db: Db, includeCitations: boolean): Json<EventV1> {
  const json = jsonFor(db);
  const event = json.object(envelope, {
    event_id: db.raw(
      "case events.type when 'funding_round' then 'fr_' when 'secondary_transaction' then 'st_' " +
        "when 'corporate_action' then 'ca_' else 'cm_' end || events.id",
    ),
    event_subtype: 'events.subtype',
    event_date: 'events.event_date',
    event_last_updated_at: 'events.updated_at',
    company: json.object(shape.company, companyReferenceFields(db)),
    ...(includeCitations && { citations: json.listIn('events.citations_json', citationSource) }),
    event_type: 'events.type',
    event_name: 'events.name',
    event_status: 'events.status',
    data: json.byText<EventV1['data']>('events.type', {
      funding_round: viewRound(db),
      secondary_transaction: viewSecondary(db),
      corporate_action: viewAction(db),
      company_milestone: viewAction(db),
    }),
  });
  // The cast is safe: `data` has the schema of `event_type`.
  return json.one(rowOfPage(db, 'events'), event as Json<EventV1>);
}

const idAndName = { id: 'events.id', name: 'events.name' };
const timestamps = { created_at: 'events.created_at', updated_at: 'events.updated_at' };
const storedValue = <T>(db: Db, field: string): Json<T> => jsonFor(db).valueIn('events.data_json', field);

const viewRound = (db: Db) =>
  jsonFor(db).object(fundingRoundData, {
    ...idAndName,
    round_type: 'events.subtype',
    amount_raised: storedValue(db, 'amount_raised'),
    currency: storedValue(db, 'currency'),
    valuation: storedValue(db, 'valuation'),
    announced_date: 'events.event_date',
    equities: storedValue(db, 'equities'),
    status: 'events.status',
    is_extension: storedValue(db, 'is_extension'),
    ...timestamps,
  });

function viewSecondary(db: Db) {
  const json = jsonFor(db);
  return json.object(secondaryTransactionData, {
    ...idAndName,
    transaction_type: 'events.subtype',
    transaction_amount: storedValue(db, 'transaction_amount'),
    currency: storedValue(db, 'currency'),
    valuation: storedValue(db, 'valuation'),
    price_per_share: storedValue(db, 'price_per_share'),
    announced_date: 'events.event_date',
    // A closed transaction without a closing date uses its announcement date.
    closing_date: json.or(
      storedValue<string | null>(db, 'closing_date'),
      json.nullIf("events.status <> 'closed'", json.text('events.event_date')),
    ),
    equities: storedValue(db, 'equities'),
    status: 'events.status',
    ...timestamps,
  });
}

const viewAction = (db: Db) =>
  jsonFor(db).object(corporateActionData, {
    ...idAndName,
    type: 'events.subtype',
    announced_date: 'events.event_date',
    effective_date: storedValue(db, 'effective_date'),
    description: storedValue(db, 'description'),
    data: storedValue(db, 'data'),
    status: 'events.status',
  });
