import { z } from 'zod';
import { category, companyDetail } from './company.ts';
import { globalDocumentItem } from './document.ts';
import { eventV1 } from './event.ts';
import { filing } from './filing.ts';
import { metricObservation } from './metric.ts';
import { newsItem } from './news.ts';
import { integerId, textLike, timestamp } from './scalars.ts';

/** A filing with its company. */
export const filingOfCompany = filing.extend({
  company: z
    .object({
      id: integerId.describe('The id of the company'),
      domain: textLike('apple.com').describe('The main domain of the company'),
      name: textLike('Apple').describe('The name of the company'),
    })
    .describe('The company that filed'),
});
export type FilingOfCompany = z.infer<typeof filingOfCompany>;

/** A company without its documents and milestones, which are records of their own. */
const companyRecord = companyDetail.omit({ documents: true, milestones: true }).meta({ id: 'CompanyRecord' });

/** What copies of the data consist of: a record of each kind, in the shape in which the API returns it. */
export const recordSchemas = {
  company: companyRecord,
  category,
  document: globalDocumentItem,
  filing: filingOfCompany.meta({ id: 'FilingRecord' }),
  event: eventV1,
  news: newsItem,
  metric: metricObservation,
};

export const recordKind = z.enum(Object.keys(recordSchemas) as (keyof typeof recordSchemas)[]);
export type RecordKind = z.infer<typeof recordKind>;

/** The field with the id of a record. */
export const recordId: Record<RecordKind, string> = {
  company: 'id',
  category: 'id',
  document: 'id',
  filing: 'id',
  event: 'event_id',
  news: 'id',
  metric: 'metric_id',
};

/** A deleted record. A record that was stored again later has a deletion, too. */
export const deletionRecord = z.object({
  kind: textLike('news').describe('The kind of the record'),
  id: z
    .union([integerId, textLike('fr_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11')])
    .describe('The id of the record'),
  natural_key: z.array(textLike('stripe.com')).describe('What identifies the record in its source'),
  company_id: integerId.nullable().describe('The id of its company'),
  deleted_at: timestamp.describe('When it was deleted'),
});

/** A company that was merged into another one, with the names that find the other one since then. */
export const mergeRecord = z.object({
  company_id: integerId,
  merged_into: integerId,
  aliases: z.array(z.object({ kind: z.enum(['slug', 'domain']), name: textLike('stripe.dev') })),
});

/** The kinds of files in a snapshot. */
export const snapshotKind = z.enum([...recordKind.options, 'deletion', 'merge']);
export type SnapshotKind = z.infer<typeof snapshotKind>;
