import { z } from 'zod';
import { dataset } from './dataset.ts';
import { companyDocument } from './document.ts';
import { calendarDate, integerId, textLike, timestamp, uuid } from './scalars.ts';

export const companyType = z.enum(['private', 'public']);

const pixels = z.int().meta({ examples: [200] });
export const image = z.object({
  url: textLike('https://assets.example/stripe.png').describe('The address of the picture'),
  dimensions: z
    .object({
      width: pixels.describe('The width in pixels'),
      height: pixels.describe('The height in pixels'),
    })
    .describe('The size of the picture'),
});
export const social = z.object({
  url: textLike('https://x.com/stripe').describe('The address of the profile'),
  type: textLike('x').describe('The network, such as `x` or `linkedin`'),
});
const legalEntity = z.object({
  name: textLike('Stripe, Inc.').describe('The registered name'),
  country: textLike('United States').nullable().describe('The country of registration'),
});
export const headquarters = z.object({
  city: textLike('South San Francisco').nullable().describe('The city'),
  country: textLike('United States').nullable().describe('The country'),
});
export const person = z.object({
  id: uuid.describe('The id of the person within this company'),
  name: textLike('Patrick Collison').describe('The name of the person'),
});
export const keyPeople = z.object({
  founders: z.array(person).describe('The founders'),
  ceo: z.array(person).describe('The chief executives, usually one'),
});
export const category = z
  .object({
    id: integerId.describe('The id of the category'),
    name: textLike('Payments').describe('The name of the category'),
    slug: textLike('payments').describe('The name in addresses: `/api/v1/categories/<slug>/items/`'),
  })
  .meta({ id: 'Category', description: 'A category of companies and documents' });

/** A figure of a company. Rankings read the names in `rankingMetrics`; data may have others. */
export const financial = z.object({
  name: textLike('latest_estimated_valuation').describe(
    'The name of the figure. Rankings read `latest_estimated_valuation`, `latest_estimated_revenue` and `total_estimated_funding`',
  ),
  value: z
    .number()
    .meta({ examples: [91_500_000_000] })
    .nullable()
    .describe('The figure in US dollars'),
  date: calendarDate.nullable().describe('The day of the figure'),
  source_url: textLike('https://stripe.com/newsroom').nullable().optional().meta({
    description: 'Only with `include=sources`: the source link of the value, as the feed states it',
  }),
});
export const companyListing = z.object({
  ticker: textLike('UBER').describe('The symbol of the shares'),
  venue: textLike('NYSE').nullable().describe('The exchange'),
  listed_at: calendarDate.nullable().describe('The first day of trading'),
});
export const milestone = z.object({
  id: uuid.describe('The id of the milestone'),
  type: textLike('incorporation').describe('The kind, such as `incorporation`, `ipo` or `delisting`'),
  date: calendarDate.describe('The day of the milestone'),
  label: textLike('Incorporated in Delaware').describe('The milestone in a few words'),
  description: textLike('The first legal entity of the company.')
    .nullable()
    .describe('The milestone in a sentence'),
});

export const companyDetail = z
  .object({
    id: integerId.describe('The id of the company. It never changes'),
    slug: textLike('stripe').describe('The name of the company in addresses'),
    name: textLike('Stripe').describe('The name of the company'),
    domain: textLike('stripe.com').describe('The main domain of the company, without protocol and path'),
    alternative_domains: z
      .array(textLike('stripe.dev'))
      .describe('Other domains of the company. Requests accept them too'),
    cik: textLike('0001543151').nullable().describe('The number of the company at the SEC, with ten digits'),
    is_active: z.boolean().describe('Whether the company still operates'),
    type: companyType.describe('Whether its shares are traded in public'),
    updated_at: timestamp.describe('When this record last changed'),
    logo: image.nullable().describe('The logo'),
    social: z.array(social).describe('Profiles on social networks'),
    founding_year: z
      .int()
      .meta({ examples: [2010] })
      .nullable()
      .describe('The year in which it was founded'),
    legal_entities: z.array(legalEntity).describe('Registered companies that belong to it'),
    headquarters: headquarters.nullable().describe('Where it is run from'),
    key_people: keyPeople.describe('Founders and chief executives'),
    description: textLike('Payments and financial software for the internet.')
      .nullable()
      .describe('What the company does'),
    categories: z.array(category).describe('The categories of the company'),
    documents: z.array(companyDocument).describe('Research documents about the company or connected to it'),
    company_datasets: z.array(dataset).describe('Series of values over time, for charts'),
    financials: z.array(financial).describe('The latest figures, one of each name'),
    listings: z.array(companyListing).describe('Where its shares are traded'),
    milestones: z.array(milestone).describe('Important days in its history'),
  })
  .meta({ id: 'Company' });
export type CompanyDetail = z.infer<typeof companyDetail>;

/** An item of the company list. */
export const companyIdentity = z.object({
  id: integerId.describe('The id of the company'),
  domain: textLike('stripe.com').describe('The main domain of the company'),
  name: textLike('Stripe').describe('The name of the company'),
});

/** The sources that the company sync filters by. `listings` are part of the company record itself. */
export const companySource = z.enum([
  'documents',
  'news',
  'events',
  'datasets',
  'metrics',
  'filings',
  'listings',
]);
export type CompanySource = z.infer<typeof companySource>;

/**
 * A company that changed in a time window. `updated_at` is its last change in the window; `sources` lists the requested
 * sources that changed. Without any, the company record itself changed.
 */
export const companyChange = companyIdentity
  .extend({
    updated_at: timestamp.describe('The last change in the window'),
    sources: z
      .array(companySource)
      .describe('The requested sources with a change. If empty, only the company record changed'),
  })
  .meta({ id: 'CompanyChange' });
export type CompanyChange = z.infer<typeof companyChange>;
