import { decimalString, eventStatus, eventType, type EventType } from '@dossier/shared';
import { z } from 'zod';
import {
  bounds,
  code,
  currencyCode,
  date,
  historicDate,
  isBounded,
  prose,
  publicationTime,
  text,
  webAddress,
} from '../../fields/values.ts';
import { companyFields, namesCompany, NOT_NAMED } from '../../fields/references.ts';
import { roundType } from './round-type.ts';

/** A decimal string, such as `"1500000.00"`. A JSON number is rejected because it may have lost precision. */
const decimal = z.string().trim().pipe(decimalString);

const equity = z.strictObject({
  name: text.max(300),
  equity_type: code,
  round_type: roundType,
  issue_price: decimal,
  issued_at: publicationTime,
});

/** The fields of `data` per type, besides `name`, `announced_date` and `status`, which all types have. */
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

/** The fields of all types together, so that a table's columns can be read without knowing the type of a row. */
const data = z.strictObject({
  name: text.max(300),
  announced_date: historicDate,
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
  effective_date: historicDate.nullish(),
  equities: z.array(equity).max(100).nullish(),
  description: prose.max(20_000).nullish(),
  /** Free-form, such as a split ratio or the venue of a listing. */
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
 * An event as a source writes it: `data` in the form of schema v1, without what the database adds. Company, type,
 * announced date and name identify the event, with the amount if several share them. Any other absent field keeps the
 * stored value, null clears it, and a list replaces the stored one.
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
    if (record.event_type !== 'company_milestone')
      for (const field of ['announced_date', 'effective_date'] as const) {
        const input = record.data[field];
        if (input != null && !isBounded(input))
          context.addIssue({ code: 'custom', path: ['data', field], message: bounds.error({ input }) });
      }
    const known: readonly string[] = [...sharedFields, ...ownFields[record.event_type]];
    for (const field of Object.keys(record.data).filter((name) => !known.includes(name))) {
      const message = `is not a field of a ${record.event_type}; it has ${known.join(', ')}`;
      context.addIssue({ code: 'custom', path: ['data', field], message });
    }
  });
export type EventRecord = z.output<typeof eventRecord>;
