import { z } from 'zod';
import { citationSource, companyReference } from './metric.ts';
import { calendarDate, like, timestamp, uuid } from './scalars.ts';

/** The event types of schema v1. */
export const eventType = z.enum([
  'funding_round',
  'secondary_transaction',
  'corporate_action',
  'company_milestone',
]);
export type EventType = z.infer<typeof eventType>;

/** The values of the `types` parameter, in all versions. */
export const eventTypeInput = z.enum([
  'funding-round',
  'secondary-transaction',
  'corporate-action',
  'company-milestone',
]);

export const eventStatus = z.enum(['announced', 'closed', 'cancelled']);
export type EventStatus = z.infer<typeof eventStatus>;

/** An exact amount. It is text from the source to the response, never a float. */
export const decimalString = z
  .string()
  .max(60)
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'must be an exact decimal as text, such as "1500000.00"')
  .meta({ id: 'Decimal', examples: ['6500000000.00'] });

/** A class of shares that was issued or sold in an event. */
export const equity = z
  .object({
    name: like('Series I Preferred'),
    equity_type: like('preferred'),
    round_type: like('series_i'),
    issue_price: decimalString,
    issued_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Equity' });
export type Equity = z.infer<typeof equity>;

const identified = (name: string) => ({ id: uuid, name: like(name) });
const tracked = { created_at: timestamp, updated_at: timestamp };

export const fundingRoundData = z.object({
  ...identified('Series I'),
  round_type: like('series_i'),
  amount_raised: decimalString,
  currency: like('USD'),
  valuation: decimalString.nullable(),
  announced_date: calendarDate,
  equities: z.array(equity),
  status: eventStatus,
  is_extension: z.boolean(),
  ...tracked,
});

export const secondaryTransactionData = z.object({
  ...identified('Employee tender offer'),
  transaction_type: like('tender_offer'),
  transaction_amount: decimalString.nullable(),
  currency: like('USD'),
  valuation: decimalString.nullable(),
  price_per_share: decimalString.nullable(),
  announced_date: calendarDate,
  closing_date: calendarDate.nullable(),
  equities: z.array(equity),
  status: eventStatus,
  ...tracked,
});

/** The data of a corporate action or a company milestone. */
export const corporateActionData = z.object({
  ...identified('Four-for-one stock split'),
  type: like('stock_split'),
  announced_date: calendarDate,
  effective_date: calendarDate.nullable(),
  description: like('Each share became four.').nullable(),
  /** Free-form: a split ratio, a listing's venue. */
  data: z.record(z.string(), z.unknown()).meta({ examples: [{ ratio: '4:1' }] }),
  status: eventStatus,
});

const shared = {
  event_id: z
    .string()
    .regex(/^(fr|st|ca|cm)_[0-9a-f-]{36}$/)
    .meta({ id: 'EventId', examples: ['fr_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11'] }),
  event_subtype: like('series_i'),
  event_date: calendarDate,
  event_last_updated_at: timestamp,
  company: companyReference,
  citations: z.array(citationSource).optional().meta({ description: 'Only with `include_citations`' }),
};

const v1 = <Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    ...shared,
    event_type: z.literal(type),
    event_name: like('Series I'),
    event_status: eventStatus,
    data,
  });

/** An event in schema v1. */
export const eventV1 = z
  .discriminatedUnion('event_type', [
    v1('funding_round', fundingRoundData),
    v1('secondary_transaction', secondaryTransactionData),
    v1('corporate_action', corporateActionData),
    v1('company_milestone', corporateActionData),
  ])
  .meta({ id: 'EventV1' });
export type EventV1 = z.infer<typeof eventV1>;

const eventStatusV0 = z.enum(['planned', 'closed', 'cancelled']);

const v0 = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ ...shared, event_type: z.literal(type), data });

/** An event in schema v0, the original one. */
export const eventV0 = z
  .discriminatedUnion('event_type', [
    v0('funding-round', fundingRoundData.omit({ is_extension: true }).extend({ status: eventStatusV0 })),
    v0(
      'secondary-transaction',
      secondaryTransactionData.omit({ closing_date: true }).extend({ status: eventStatusV0 }),
    ),
    v0(
      'company-milestone',
      z.object({
        id: uuid,
        type: like('ipo'),
        date: calendarDate,
        label: like('Listed on the NYSE'),
        description: like('Shares began to trade.').nullable(),
        data: z.record(z.string(), z.unknown()).meta({ examples: [{ venue: 'NYSE' }] }),
      }),
    ),
  ])
  .meta({ id: 'EventV0' });
export type EventV0 = z.infer<typeof eventV0>;

/** The funding rounds of a company, in the response of the deprecated funding endpoint. */
export const legacyFunding = z
  .object({
    id: z.int(),
    name: like('Stripe'),
    domain: like('stripe.com'),
    funding_rounds: z.array(
      z.object({
        round_name: like('Series I'),
        share_details: z.array(
          z.object({
            name: like('Series I Preferred'),
            issue_price: decimalString,
            issued_at: calendarDate,
            updated_at: timestamp,
          }),
        ),
        citations: z.array(
          z.object({
            type: like('article'),
            url: like('https://stripe.com/newsroom'),
            updated_at: timestamp,
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'LegacyFunding' });
export type LegacyFunding = z.infer<typeof legacyFunding>;
