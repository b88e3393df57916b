import { z } from 'zod';
import type { EventType } from './event.ts';
import { integerId, textLike, timestamp } from './scalars.ts';

/** A kind of records. */
interface KindName {
  /** As commands, tables and forms name it. */
  plural: string;
  /** The natural key, as a command writes it. */
  key: string;
  /** Whether its ids are integers. */
  isNumbered?: true;
}

/** The kinds of records in the change log. */
export const recordKinds = {
  company: { plural: 'companies', key: '<domain>', isNumbered: true },
  dataset: { plural: 'datasets', key: '<domain> <name>' },
  document: { plural: 'documents', key: '<slug>', isNumbered: true },
  filing: { plural: 'filings', key: '<domain> <accession_number>' },
  event: { plural: 'events', key: '<domain> <type> <event_date> <name>' },
  category: { plural: 'categories', key: '<slug>', isNumbered: true },
  news: { plural: 'news', key: '<domain> <release_date> <headline>' },
  metric: { plural: 'metrics', key: '<domain> <observation_key>' },
} satisfies Record<string, KindName>;

export const changeKind = z.enum(Object.keys(recordKinds) as (keyof typeof recordKinds)[]);
export type ChangeKind = z.infer<typeof changeKind>;

/** Returns whether the ids of a kind are integers. */
export const isNumbered = (kind: ChangeKind): boolean => 'isNumbered' in recordKinds[kind];

/** A position in the change log. */
export const changeSeq = z
  .int()
  .min(0)
  .meta({ examples: [1042] });

/** Which numbering of the changes a `seq` belongs to. */
export const changeEpoch = z.string().meta({
  description:
    'Changes when the database is restored from a backup, so that the same `seq` names other changes',
  examples: ['6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11'],
});

/** A record that was stored or deleted. */
export const change = z
  .object({
    seq: changeSeq.meta({ description: 'Grows by one with each change, in the order of commits' }),
    op: z
      .enum(['upsert', 'delete'])
      .describe('`upsert`: the record is new or changed. `delete`: it is deleted'),
    kind: changeKind.describe('The kind of record'),
    id: z
      .union([integerId, textLike('fr_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11')])
      .meta({ description: 'The id of the record, as the list of its kind writes it' }),
    natural_key: z.array(textLike('stripe.com')).meta({
      description:
        'What identifies the record in its source: the domain of its company first, if it belongs to one company',
    }),
    company_ids: z
      .array(integerId)
      .meta({ description: 'The companies of the record, and those that it has left with this change' }),
    fields: z.array(textLike('financials')).nullable().meta({
      description: 'The fields that changed; null if any may have: for new and deleted records',
    }),
    at: timestamp.meta({
      description: 'The time of the change: the `updated_at` of the record until its next change',
    }),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof change>;

/** The beginning of the ids of events. */
const PREFIX: Record<EventType, string> = {
  funding_round: 'fr',
  secondary_transaction: 'st',
  corporate_action: 'ca',
  company_milestone: 'cm',
};

/** Returns the id of a record as the list of its kind shows it. The natural key of an event names its type. */
export function shownId(kind: ChangeKind, id: string, [, type]: string[]): string | number {
  if (kind === 'event') return `${PREFIX[type as EventType]}_${id}`;
  return isNumbered(kind) ? Number(id) : id;
}
