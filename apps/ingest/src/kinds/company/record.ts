import { companyType, domainInput, slugInput } from '@dossier/shared';
import { z } from 'zod';
import {
  cik,
  date,
  exactNumber,
  FIRST_YEAR,
  LAST_YEAR,
  prose,
  text,
  webAddress,
} from '../../fields/values.ts';
import { originFields } from '../../fields/origin.ts';
import { companyFields } from '../../fields/references.ts';

const names = z.array(text.max(200)).max(100);

const financial = z.strictObject({
  /** `latest_estimated_revenue`, `latest_estimated_valuation`, `total_estimated_funding`, or another name. */
  name: text.max(100),
  /** In US dollars. */
  value: exactNumber.nullable(),
  date: date.nullish(),
  source_url: webAddress.nullish(),
});
const listing = z.strictObject({
  ticker: text.max(32),
  venue: text.max(100).nullish(),
  listed_at: date.nullish(),
});

/** Rejects a list in which two items have the same key. */
const unique = <T extends z.ZodType>(items: z.ZodArray<T>, what: string, by: (item: z.output<T>) => string) =>
  items.refine((list) => new Set(list.map(by)).size === list.length, `must not name a ${what} twice`);

/**
 * A company as a source writes it. An absent field keeps the stored value, null clears it, and a list replaces the
 * stored one. The link of a figure is stored with it; `source_urls` are kept in the statement of the record.
 */
export const companyRecord = z.strictObject({
  domain: domainInput.optional(),
  name: text.max(300).optional(),
  slug: slugInput.optional(),
  alternative_domains: z.array(domainInput).max(200).nullish(),
  cik: cik.nullish(),
  type: companyType.optional(),
  is_active: z.boolean().optional(),
  description: prose.max(20_000).nullish(),
  founding_year: z.int().min(FIRST_YEAR).max(LAST_YEAR).nullish(),
  headquarters: z.strictObject({ city: text.max(200).nullish(), country: text.max(200).nullish() }).nullish(),
  legal_entities: z
    .array(z.strictObject({ name: text.max(300), country: text.max(200).nullish() }))
    .max(500)
    .nullish(),
  key_people: z.strictObject({ founders: names.nullish(), ceo: names.nullish() }).nullish(),
  logo: z
    .strictObject({
      url: webAddress,
      dimensions: z.strictObject({ width: z.int().min(1), height: z.int().min(1) }),
    })
    .nullish(),
  social: z
    .array(z.strictObject({ url: webAddress, type: text.max(50) }))
    .max(100)
    .nullish(),
  categories: names.nullish(),
  financials: unique(z.array(financial).max(100), 'figure', ({ name }) => name).nullish(),
  listings: unique(
    z.array(listing).max(100),
    'listing',
    ({ ticker, venue }) => `${ticker} ${venue ?? ''}`,
  ).nullish(),
  /** Listings to add to the stored ones, for tables with several rows per company. */
  add_listings: unique(
    z.array(listing).max(100),
    'listing',
    ({ ticker, venue }) => `${ticker} ${venue ?? ''}`,
  ).nullish(),
  /** Identifies a stored company by a ticker or name when there is no domain. The company keeps its name. */
  company_ticker: companyFields.company_ticker,
  company_name: companyFields.company_name,
  /** The id that the source gives the company; needs `source`. It finds the company in later loads of the source. */
  external_id: companyFields.company_external_id,
  ...originFields,
  source_urls: z.array(webAddress).nullish(),
});
export type CompanyRecord = z.output<typeof companyRecord>;
