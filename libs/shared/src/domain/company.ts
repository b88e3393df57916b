import { z } from 'zod';
import { dataset } from './dataset.ts';
import { documentRelation, documentType, previewMeta } from './document.ts';
import { calendarDate, integerId, timestamp, uuid } from './scalars.ts';

export const companyType = z.enum(['private', 'public']);

export const image = z.object({
  url: z.string(),
  dimensions: z.object({ width: z.int(), height: z.int() }),
});
export const social = z.object({ url: z.string(), type: z.string() });
export const legalEntity = z.object({ name: z.string(), country: z.string().nullable() });
export const headquarters = z.object({ city: z.string().nullable(), country: z.string().nullable() });
export const person = z.object({ id: uuid, name: z.string() });
export const keyPeople = z.object({ founders: z.array(person), ceo: z.array(person) });
export const category = z
  .object({ id: integerId, name: z.string(), slug: z.string() })
  .meta({ id: 'Category' });

/** The three names that rankings read are in `rankingMetrics`; data may bring more. */
export const financial = z.object({
  name: z.string(),
  value: z.number().nullable(),
  date: calendarDate.nullable(),
});
export const companyListing = z.object({
  ticker: z.string(),
  venue: z.string().nullable(),
  listed_at: calendarDate.nullable(),
});
export const milestone = z.object({
  id: uuid,
  type: z.string(),
  date: calendarDate,
  label: z.string(),
  description: z.string().nullable(),
});

/** A document as its company shows it. */
export const companyDocument = z.object({
  id: integerId,
  slug: z.string(),
  title: z.string(),
  link: z.string(),
  type: documentType,
  date: calendarDate,
  published_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  relation: documentRelation,
  preview_meta: previewMeta,
});

export const companyDetail = z
  .object({
    id: integerId,
    slug: z.string(),
    name: z.string(),
    domain: z.string(),
    alternative_domains: z.array(z.string()),
    cik: z.string().nullable(),
    is_active: z.boolean(),
    type: companyType,
    updated_at: timestamp,
    logo: image.nullable(),
    social: z.array(social),
    founding_year: z.int().nullable(),
    legal_entities: z.array(legalEntity),
    headquarters: headquarters.nullable(),
    key_people: keyPeople,
    description: z.string().nullable(),
    categories: z.array(category),
    documents: z.array(companyDocument),
    company_datasets: z.array(dataset),
    financials: z.array(financial),
    listings: z.array(companyListing),
    milestones: z.array(milestone),
  })
  .meta({ id: 'Company' });
export type CompanyDetail = z.infer<typeof companyDetail>;

/** The lightweight identity form of the company list. */
export const companyIdentity = z.object({ id: integerId, domain: z.string(), name: z.string() });
