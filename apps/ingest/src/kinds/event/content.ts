import type { EventRow } from '@dossier/store';
import { contentHash } from '../../stored/hash.ts';
import { missingFieldsReason, merged } from '../../fields/merge.ts';
import type { ContentColumns } from '../row-rules.ts';
import type { EventRecord } from './record.ts';

type Data = EventRecord['data'];
/** An item of a list that has its own time of change. */
type Stamped<Item> = Item & { updated_at: string };

/** The parsed `data_json` of a stored event. */
type Kept = Partial<Omit<Data, 'equities'>> & { equities?: Stamped<object>[] };

/** The field of `data` that is the subtype of an event. */
export const SUBTYPE = {
  funding_round: 'round_type',
  secondary_transaction: 'transaction_type',
  corporate_action: 'type',
  company_milestone: 'type',
} as const;

/** The fields that `data_json` contains per type, with the value for null or absent ones. */
export const KEPT: Record<EventRow['type'], object> = {
  funding_round: { amount_raised: null, currency: null, valuation: null, is_extension: false, equities: [] },
  secondary_transaction: {
    transaction_amount: null,
    currency: null,
    valuation: null,
    price_per_share: null,
    closing_date: null,
    equities: [],
  },
  corporate_action: { effective_date: null, description: null, data: {} },
  company_milestone: { effective_date: null, description: null, data: {} },
};
/** The fields that a new event must have because the API always returns them. */
export const REQUIRED: Record<EventRow['type'], (keyof Data)[]> = {
  funding_round: ['amount_raised', 'currency'],
  secondary_transaction: ['currency'],
  corporate_action: [],
  company_milestone: [],
};

/** Returns what an event states once the record is merged into it. A new one needs every required field. */
export function contentOf(
  { event_type: type, data, citations }: EventRecord,
  stored: EventRow | undefined,
  now: string,
): ContentColumns<EventRow, 'part'> | { reason: string } {
  const before = (stored ? JSON.parse(stored.data_json) : {}) as Kept;
  const subtype = merged(data[SUBTYPE[type]], stored?.subtype);
  const status = merged(data.status, stored?.status);
  const needed = REQUIRED[type].map((name) => [`data.${name}`, merged<unknown>(data[name], before[name])]);
  const whole = {
    [`data.${SUBTYPE[type]}`]: subtype,
    'data.status': status,
    ...(Object.fromEntries(needed) as object),
  };
  const reason = missingFieldsReason(type, whole, Object.keys(whole));
  if (reason !== undefined) return { reason };

  const cited = JSON.parse(stored?.citations_json ?? '[]') as Stamped<object>[];
  return {
    type,
    subtype: subtype!,
    name: data.name,
    event_date: data.announced_date,
    status: status!,
    data_json: JSON.stringify(keptOf(type, data, before, now)),
    citations_json: JSON.stringify(citations === undefined ? cited : stamp(citing(citations), cited, now)),
  };
}

function keptOf(type: EventRow['type'], data: Data, before: Kept, now: string): object {
  const entries = Object.entries(KEPT[type]).map(([name, none]: [string, unknown]) => {
    const field = name as keyof Data;
    if (field === 'equities' && data.equities) {
      return [field, stamp(data.equities, before.equities ?? [], now)];
    }
    return [field, merged<unknown>(data[field], before[field]) ?? none];
  });
  return Object.fromEntries(entries) as object;
}

const citing = (citations: EventRecord['citations']) =>
  (citations ?? []).map(({ quote, ...rest }) => ({ ...rest, quote: quote ?? null }));

/** Adds the time of change to items: a stored item keeps its time, a new one gets the current time. */
function stamp(items: object[], stored: Stamped<object>[], now: string): Stamped<object>[] {
  const times = new Map(stored.map(({ updated_at, ...item }) => [contentHash(item), updated_at]));
  return items.map((item) => ({ ...item, updated_at: times.get(contentHash(item)) ?? now }));
}

/** The field of `data` with the amount. */
const AMOUNT = { funding_round: 'amount_raised', secondary_transaction: 'transaction_amount' } as const;

/**
 * Returns whether a record has the amount of a stored event; undefined if the stored event has one and the record has
 * none. A corporate action or milestone has no amount to differ in.
 */
export function amountsAgree(
  { event_type: type, data }: EventRecord,
  { data_json }: Pick<EventRow, 'data_json'>,
): boolean | undefined {
  if (type !== 'funding_round' && type !== 'secondary_transaction') return true;
  const given = data[AMOUNT[type]];
  const stored = (JSON.parse(data_json) as Kept)[AMOUNT[type]];
  if (stored == null) return true;
  return given == null ? undefined : bareAmount(given) === bareAmount(stored);
}

/** Returns the amount of a record, if it states one. */
export function amountOf({ event_type: type, data }: EventRecord): string | undefined {
  if (type !== 'funding_round' && type !== 'secondary_transaction') return undefined;
  const given = data[AMOUNT[type]];
  return given == null ? undefined : bareAmount(given);
}

/** Returns whether the amounts of two stored events agree. */
export const sameAmounts = (one: EventRow, other: EventRow): boolean =>
  amountsAgree({ event_type: one.type, data: JSON.parse(one.data_json) as Data }, other) !== false;

/** Returns a decimal without zeros that do not count: `1500000.00` is `1500000`. */
const bareAmount = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** The round types of schema v1, with `series_a` to `series_n`. */
const ROUND_TYPES = ['seed', 'strategic', 'growth', 'crowdfunding'];

/** Returns a warning for a round type that the specification does not list. It is stored unchanged. */
export function warningsOfSubtype({ type, subtype }: Pick<EventRow, 'type' | 'subtype'>): string[] {
  const isKnown = type !== 'funding_round' || ROUND_TYPES.includes(subtype) || /^series_[a-n]$/.test(subtype);
  return isKnown ? [] : [`"${subtype}" is not a round type of the specification; it is stored as it is`];
}

/** Returns a warning for an unexpected move: only an announced event may close or be cancelled. */
export function warningsOfMove(before: EventRow['status'] | undefined, after: EventRow['status']): string[] {
  if (before === undefined || before === after || before === 'announced') return [];
  return [`status moved from ${before} to ${after}`];
}
