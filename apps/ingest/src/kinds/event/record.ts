import { decimalString, eventStatus, eventType, type EventType } from '@dossier/shared';
import { z } from 'zod';
import { code, currencyCode, date, prose, text, time, webAddress } from '../fields.ts';
import { companyFields, namesCompany, NOT_NAMED } from '../references.ts';

/** Exact as written, `"1500000.00"`; a JSON number is refused, since it has been a float already. */
const decimal = z.string().trim().pipe(decimalString);

const roundType = code.refine(
  (value) => value !== 'equity',
  'must be growth or crowdfunding: "equity" is what schema v0 calls both',
);

const equity = z.strictObject({
  name: text.max(300),
  equity_type: code,
  round_type: roundType,
  issue_price: decimal,
  issued_at: time,
});

/** Which fields of `data` belong to which types, beside name, announced_date and status, which all have. */
const ownFields = {
  funding_round: ['round_type', 'amount_raised', 'currency', 'valuation', 'is_extension', 'equities'],
  secondary_transaction: [
    'transaction_type',
    'transaction_amount',
    'currency',
    'valuation',
    'price_per_share',
    'closing_date',
    'equities',
  ],
  corporate_action: ['type', 'effective_date', 'description', 'data'],
  company_milestone: ['type', 'effective_date', 'description', 'data'],
} as const satisfies Record<EventType, string[]>;
const sharedFields = ['name', 'announced_date', 'status'];

/** Of all types at once, so that a table's columns can be read without knowing the type of each row. */
const data = z.strictObject({
  name: text.max(300),
  announced_date: date,
  status: eventStatus.optional(),
  round_type: roundType.optional(),
  transaction_type: code.optional(),
  type: code.optional(),
  amount_raised: decimal.optional(),
  transaction_amount: decimal.nullish(),
  currency: currencyCode.optional(),
  valuation: decimal.nullish(),
  price_per_share: decimal.nullish(),
  is_extension: z.boolean().optional(),
  closing_date: date.nullish(),
  effective_date: date.nullish(),
  equities: z.array(equity).max(100).nullish(),
  description: prose.max(20_000).nullish(),
  /** Free-form: a split ratio, a listing's venue. */
  data: z.record(z.string(), z.unknown()).nullish(),
});

const citation = z.strictObject({
  link: webAddress,
  headline: text.max(1000),
  quote: prose.max(20_000).nullish(),
  publication: text.max(300),
  type: text.max(100),
});

/**
 * An event as a source gives it: `data` in the form of schema v1, without what the database adds. Company, type,
 * announced date and name say which event it is; what else is absent leaves what is stored, null clears it, and a
 * list that is given replaces the stored one.
 */
export const eventRecord = z
  .strictObject({
    ...companyFields,
    event_type: eventType,
    data,
    citations: z.array(citation).max(200).nullish(),
  })
  .superRefine((record, context) => {
    if (!namesCompany(record)) context.addIssue({ code: 'custom', message: NOT_NAMED.error });
    const known: readonly string[] = [...sharedFields, ...ownFields[record.event_type]];
    for (const field of Object.keys(record.data).filter((name) => !known.includes(name))) {
      const message = `is not a field of a ${record.event_type}; it has ${known.join(', ')}`;
      context.addIssue({ code: 'custom', path: ['data', field], message });
    }
  });
export type EventRecord = z.output<typeof eventRecord>;
