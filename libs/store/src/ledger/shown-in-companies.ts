import { inParts } from '@dossier/shared';
import type { Trx } from '../sql/open.ts';
import { beforeEnd } from '../sql/write.ts';
import { noteChanges, type LogEntry } from './changes.ts';

/** What the detail of a company does not show of its documents. */
const HIDDEN = ['content', 'metadata', 'categories', 'filing', 'web_url'];

const isShown = ({ kind, fields }: LogEntry) =>
  kind === 'document' && !fields?.every((field) => HIDDEN.includes(field));

/** The companies to log at the end of a transaction. */
const companiesOf = new WeakMap<Trx, Set<number>>();

/**
 * Logs a change of each company whose detail shows a document that changed, at the end of the transaction. A company that the
 * transaction deletes has no such change: its deletion stays after those of its records.
 */
export function noteCompanies(trx: Trx, now: string, entries: LogEntry[]): void {
  const ids = entries.filter(isShown).flatMap(({ companies }) => companies);
  if (ids.length === 0) return;
  const known = companiesOf.get(trx) ?? new Set<number>();
  for (const id of ids) known.add(id);
  if (companiesOf.has(trx)) return;
  companiesOf.set(trx, known);
  beforeEnd(trx, () => logCompanies(trx, now, [...known]));
}

async function logCompanies(trx: Trx, now: string, ids: number[]): Promise<void> {
  for (const part of inParts(ids)) {
    const rows = await trx('companies').whereIn('id', part).orderBy('id').select<Company[]>('id', 'domain');
    const changes = rows.map(({ id, domain }): LogEntry => ({
      ...{ op: 'upsert', kind: 'company', record: id, key: [domain] },
      ...{ companies: [id], fields: ['documents'] },
    }));
    await noteChanges(trx, now, changes);
  }
}

interface Company {
  id: number;
  domain: string;
}
