import { z } from 'zod';
import { citationSource, companyReference } from './metric.ts';
import { calendarDate, textLike, timestamp, uuid } from './scalars.ts';

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
    name: textLike('Series I Preferred').describe('The name of the class of shares'),
    equity_type: textLike('preferred').describe('The kind of shares, such as `preferred`'),
    round_type: textLike('series_i').describe('The round in which the shares were issued'),
    issue_price: decimalString.describe('The price of a share, as an exact decimal'),
    issued_at: timestamp.describe('When the shares were issued'),
    updated_at: timestamp.describe('When the class of shares last changed'),
  })
  .meta({ id: 'Equity' });
export type Equity = z.infer<typeof equity>;

const identified = (name: string) => ({
  id: uuid.describe('The UUID of the event: its `event_id` without the first letters'),
  name: textLike(name).describe('The name of the event'),
});
const tracked = {
  created_at: timestamp.describe('When the event was first stored'),
  updated_at: timestamp.describe('When the event last changed'),
};

export const fundingRoundData = z.object({
  ...identified('Series I'),
  round_type: textLike('series_i').describe('The kind of round, such as `seed` or `series_a`'),
  amount_raised: decimalString.describe('The amount as an exact decimal, in `currency`'),
  currency: textLike('USD').describe('The ISO 4217 code of the currency'),
  valuation: decimalString.nullable().describe('The valuation of the company in this round, in `currency`'),
  announced_date: calendarDate.describe('The day of the announcement'),
  equities: z.array(equity).describe('The classes of shares that were issued'),
  status: eventStatus.describe('How far the round has come'),
  is_extension: z.boolean().describe('Whether the round extends an earlier one'),
  ...tracked,
});

export const secondaryTransactionData = z.object({
  ...identified('Employee tender offer'),
  transaction_type: textLike('tender_offer').describe('The kind of sale, such as `tender_offer`'),
  transaction_amount: decimalString.nullable().describe('The value of the sold shares, in `currency`'),
  currency: textLike('USD').describe('The ISO 4217 code of the currency'),
  valuation: decimalString.nullable().describe('The valuation of the company in this sale, in `currency`'),
  price_per_share: decimalString.nullable().describe('The price of a share, in `currency`'),
  announced_date: calendarDate.describe('The day of the announcement'),
  closing_date: calendarDate.nullable().describe('The day on which the sale closed'),
  equities: z.array(equity).describe('The classes of shares that were sold'),
  status: eventStatus.describe('How far the sale has come'),
  ...tracked,
});

/** The data of a corporate action or a company milestone. */
export const corporateActionData = z.object({
  ...identified('Four-for-one stock split'),
  type: textLike('stock_split').describe('The kind, such as `stock_split` or `ipo`'),
  announced_date: calendarDate.describe('The day of the announcement'),
  effective_date: calendarDate.nullable().describe('The day on which it takes effect'),
  description: textLike('Each share became four.').nullable().describe('The event in a sentence'),
  data: z
    .record(z.string(), z.unknown())
    .meta({ examples: [{ ratio: '4:1' }] })
    .describe('Free-form details, such as the ratio of a split'),
  status: eventStatus.describe('How far it has come'),
});

const shared = {
  event_id: z
    .string()
    .regex(/^(fr|st|ca|cm)_[0-9a-f-]{36}$/)
    .meta({ id: 'EventId', examples: ['fr_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11'] })
    .describe('The id of the event. Its first letters name the type'),
  event_subtype: textLike('series_i').describe('The kind within the type: the round, transaction or action'),
  event_date: calendarDate.describe('The day of the event, by which lists are ordered'),
  event_last_updated_at: timestamp.describe('When the event last changed'),
  company: companyReference.describe('The company of the event'),
  citations: z.array(citationSource).optional().meta({ description: 'Only with `include_citations`' }),
};

const v1 = <Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    ...shared,
    event_type: z.literal(type).describe('The type of event, which decides the fields of `data`'),
    event_name: textLike('Series I').describe('The name of the event'),
    event_status: eventStatus.describe('How far the event has come'),
    data: data.describe('What only events of this type have'),
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

const eventStatusV0 = z
  .enum(['planned', 'closed', 'cancelled'])
  .describe('How far the event has come. `planned` is `announced` in v1');

const v0 = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    ...shared,
    event_type: z.literal(type).describe('The type of event, which decides the fields of `data`'),
    data: data.describe('What only events of this type have'),
  });

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
        id: uuid.describe('The UUID of the event: its `event_id` without the first letters'),
        type: textLike('ipo').describe('The kind, such as `stock_split` or `ipo`'),
        date: calendarDate.describe('The day of the announcement'),
        label: textLike('Listed on the NYSE').describe('The name of the event'),
        description: textLike('Shares began to trade.').nullable().describe('The event in a sentence'),
        data: z
          .record(z.string(), z.unknown())
          .meta({ examples: [{ venue: 'NYSE' }] })
          .describe('Free-form details, such as the venue of a listing'),
      }),
    ),
  ])
  .meta({ id: 'EventV0' });
export type EventV0 = z.infer<typeof eventV0>;

/** The funding rounds of a company, in the response of the deprecated funding endpoint. */
export const legacyFunding = z
  .object({
    id: z.int().describe('The id of the company'),
    name: textLike('Stripe').describe('The name of the company'),
    domain: textLike('stripe.com').describe('The main domain of the company'),
    funding_rounds: z
      .array(
        z.object({
          round_name: textLike('Series I').describe('The name of the round'),
          share_details: z
            .array(
              z.object({
                name: textLike('Series I Preferred').describe('The name of the class of shares'),
                issue_price: decimalString.describe('The price of a share, as an exact decimal'),
                issued_at: calendarDate.describe('The day of the issue'),
                updated_at: timestamp.describe('When the class of shares last changed'),
              }),
            )
            .describe('The classes of shares of the round'),
          citations: z
            .array(
              z.object({
                type: textLike('article').describe('The kind of source'),
                url: textLike('https://stripe.com/newsroom').describe('The address of the source'),
                updated_at: timestamp.describe('When the source was last stored'),
              }),
            )
            .describe('The sources of the round'),
        }),
      )
      .describe('The rounds, newest first'),
  })
  .meta({ id: 'LegacyFunding' });
export type LegacyFunding = z.infer<typeof legacyFunding>;
