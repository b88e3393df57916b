import type { Equity, EventStatus, EventV0, EventV1 } from '@dossier/shared';

/** The round types that replace `equity` in v1. */
export const EQUITY_ROUNDS = ['growth', 'crowdfunding'];

/**
 * Converts a v1 event to schema v0. The id keeps its prefix, so that callers who move from v0 to v1 find the same
 * event.
 */
export function viewEventV0({ event_name, event_status, ...event }: EventV1): EventV0 {
  const envelope = { ...event, event_subtype: roundTypeV0(event.event_subtype) };
  switch (event.event_type) {
    case 'funding_round': {
      const { is_extension: _, ...data } = event.data;
      return {
        ...envelope,
        event_type: 'funding-round',
        data: {
          ...data,
          round_type: roundTypeV0(data.round_type),
          equities: data.equities.map(equityV0),
          status: statusV0(event_status),
        },
      };
    }
    case 'secondary_transaction': {
      const { closing_date: _, ...data } = event.data;
      return {
        ...envelope,
        event_type: 'secondary-transaction',
        event_subtype: event.event_subtype,
        data: { ...data, equities: data.equities.map(equityV0), status: statusV0(event_status) },
      };
    }
    default: {
      const { id, type, announced_date, description, data } = event.data;
      return {
        ...envelope,
        event_type: 'company-milestone',
        event_subtype: event.event_subtype,
        data: { id, type, date: announced_date, label: event_name, description, data },
      };
    }
  }
}

const statusV0 = (status: EventStatus) => (status === 'announced' ? 'planned' : status);
const roundTypeV0 = (type: string) => (EQUITY_ROUNDS.includes(type) ? 'equity' : type);
const equityV0 = (equity: Equity): Equity => ({ ...equity, round_type: roundTypeV0(equity.round_type) });
