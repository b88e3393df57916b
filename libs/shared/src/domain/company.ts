import { z } from 'zod';
import { dataset } from './dataset.ts';
import { companyDocument } from './document.ts';
import { calendarDate, integerId, like, timestamp, uuid } from './scalars.ts';

export const companyType = z.enum(['private', 'public']);

const pixels = z.int().meta({ examples: [200] });
export const image = z.object({
  url: like('https://assets.example/stripe.png'),
  dimensions: z.object({ width: pixels, height: pixels }),
});
export const social = z.object({ url: like('https://x.com/stripe'), type: like('x') });
const legalEntity = z.object({
  name: like('Stripe, Inc.'),
  country: like('United States').nullable(),
});
export const headquarters = z.object({
  city: like('South San Francisco').nullable(),
  country: like('United States').nullable(),
});
export const person = z.object({ id: uuid, name: like('Patrick Collison') });
export const keyPeople = z.object({ founders: z.array(person), ceo: z.array(person) });
export const category = z
  .object({ id: integerId, name: like('Payments'), slug: like('payments') })
  .meta({ id: 'Category' });

/** A figure of a company. Rankings read the names in `rankingMetrics`; data may have others. */
export const financial = z.object({
  name: like('latest_estimated_valuation'),
  value: z
    .number()
    .meta({ examples: [91_500_000_000] })
    .nullable(),
  date: calendarDate.nullable(),
  source_url: like('https://stripe.com/newsroom').nullable().optional().meta({
    description: 'Only with `include=sources`: the source link of the value, as the feed states it',
  }),
});
export const companyListing = z.object({
  ticker: like('UBER'),
  venue: like('NYSE').nullable(),
  listed_at: calendarDate.nullable(),
});
export const milestone = z.object({
  id: uuid,
  type: like('incorporation'),
  date: calendarDate,
  label: like('Incorporated in Delaware'),
  description: like('The first legal entity of the company.').nullable(),
});

export const companyDetail = z
  .object({
    id: integerId,
    slug: like('stripe'),
    name: like('Stripe'),
    domain: like('stripe.com'),
    alternative_domains: z.array(like('stripe.dev')),
    cik: like('0001543151').nullable(),
    is_active: z.boolean(),
    type: companyType,
    updated_at: timestamp,
    logo: image.nullable(),
    social: z.array(social),
    founding_year: z
      .int()
      .meta({ examples: [2010] })
      .nullable(),
    legal_entities: z.array(legalEntity),
    headquarters: headquarters.nullable(),
    key_people: keyPeople,
    description: like('Payments and financial software for the internet.').nullable(),
    categories: z.array(category),
    documents: z.array(companyDocument),
    company_datasets: z.array(dataset),
    financials: z.array(financial),
    listings: z.array(companyListing),
    milestones: z.array(milestone),
  })
  .meta({ id: 'Company' });
export type CompanyDetail = z.infer<typeof companyDetail>;

/** An item of the company list. */
export const companyIdentity = z.object({
  id: integerId,
  domain: like('stripe.com'),
  name: like('Stripe'),
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
  .extend({ updated_at: timestamp, sources: z.array(companySource) })
  .meta({ id: 'CompanyChange' });
export type CompanyChange = z.infer<typeof companyChange>;
