import type {
  CitationSource,
  CorporateActionData,
  EventType,
  EventV1,
  FundingRoundData,
  SecondaryTransactionData,
} from '@dossier/shared';
import type { CompanyRef, EventRow } from '@dossier/store';
import type { OfCompany } from '../../query/scope.ts';
import { viewCompanyReference, viewSource } from '../../views.ts';

const PREFIXES: Record<EventType, string> = {
  funding_round: 'fr',
  secondary_transaction: 'st',
  corporate_action: 'ca',
  company_milestone: 'cm',
};

/** The JSON that `ingest` stores for each type, in addition to the row's columns. */
type StoredRound = Pick<
  FundingRoundData,
  'amount_raised' | 'currency' | 'valuation' | 'is_extension' | 'equities'
>;
type StoredSecondary = Pick<
  SecondaryTransactionData,
  'transaction_amount' | 'currency' | 'valuation' | 'price_per_share' | 'closing_date' | 'equities'
>;
type StoredAction = Pick<CorporateActionData, 'effective_date' | 'description' | 'data'>;

/** Returns an event in schema v1. */
export function viewEvent(
  { row, company }: OfCompany<EventRow, CompanyRef>,
  includeCitations: boolean,
): EventV1 {
  const envelope = {
    event_id: `${PREFIXES[row.type]}_${row.id}`,
    event_subtype: row.subtype,
    event_name: row.name,
    event_date: row.event_date,
    event_status: row.status,
    event_last_updated_at: row.updated_at,
    company: viewCompanyReference(company),
    ...(includeCitations && { citations: viewCitations(row) }),
  };
  switch (row.type) {
    case 'funding_round':
      return { ...envelope, event_type: row.type, data: viewRound(row) };
    case 'secondary_transaction':
      return { ...envelope, event_type: row.type, data: viewSecondary(row) };
    default:
      return { ...envelope, event_type: row.type, data: viewAction(row) };
  }
}

function viewRound(row: EventRow) {
  const stored = JSON.parse(row.data_json) as StoredRound;
  return {
    id: row.id,
    name: row.name,
    round_type: row.subtype,
    amount_raised: stored.amount_raised,
    currency: stored.currency,
    valuation: stored.valuation,
    announced_date: row.event_date,
    equities: stored.equities,
    status: row.status,
    is_extension: stored.is_extension,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function viewSecondary(row: EventRow) {
  const stored = JSON.parse(row.data_json) as StoredSecondary;
  return {
    id: row.id,
    name: row.name,
    transaction_type: row.subtype,
    transaction_amount: stored.transaction_amount,
    currency: stored.currency,
    valuation: stored.valuation,
    price_per_share: stored.price_per_share,
    announced_date: row.event_date,
    // Without a closing date, a closed round counts as closed on its announcement date.
    closing_date: stored.closing_date ?? (row.status === 'closed' ? row.event_date : null),
    equities: stored.equities,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function viewAction(row: EventRow) {
  const stored = JSON.parse(row.data_json) as StoredAction;
  return {
    id: row.id,
    name: row.name,
    type: row.subtype,
    announced_date: row.event_date,
    effective_date: stored.effective_date,
    description: stored.description,
    data: stored.data,
    status: row.status,
  };
}

const viewCitations = (row: EventRow): CitationSource[] =>
  (JSON.parse(row.citations_json) as CitationSource[]).map(viewSource);
