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
  // Each type has the data of its schema.
  return json.one(rowOfPage(db, 'events'), event as Json<EventV1>);
}

const named = { id: 'events.id', name: 'events.name' };
const tracked = { created_at: 'events.created_at', updated_at: 'events.updated_at' };
const stored = <T>(db: Db, field: string): Json<T> => jsonFor(db).valueIn('events.data_json', field);

const viewRound = (db: Db) =>
  jsonFor(db).object(fundingRoundData, {
    ...named,
    round_type: 'events.subtype',
    amount_raised: stored(db, 'amount_raised'),
    currency: stored(db, 'currency'),
    valuation: stored(db, 'valuation'),
    announced_date: 'events.event_date',
    equities: stored(db, 'equities'),
    status: 'events.status',
    is_extension: stored(db, 'is_extension'),
    ...tracked,
  });

function viewSecondary(db: Db) {
  const json = jsonFor(db);
  return json.object(secondaryTransactionData, {
    ...named,
    transaction_type: 'events.subtype',
    transaction_amount: stored(db, 'transaction_amount'),
    currency: stored(db, 'currency'),
    valuation: stored(db, 'valuation'),
    price_per_share: stored(db, 'price_per_share'),
    announced_date: 'events.event_date',
    // Without a closing date, a closed round counts as closed on its announcement date.
    closing_date: json.or(
      stored<string | null>(db, 'closing_date'),
      json.nullIf("events.status <> 'closed'", json.text('events.event_date')),
    ),
    equities: stored(db, 'equities'),
    status: 'events.status',
    ...tracked,
  });
}

const viewAction = (db: Db) =>
  jsonFor(db).object(corporateActionData, {
    ...named,
    type: 'events.subtype',
    announced_date: 'events.event_date',
    effective_date: stored(db, 'effective_date'),
    description: stored(db, 'description'),
    data: stored(db, 'data'),
    status: 'events.status',
  });
