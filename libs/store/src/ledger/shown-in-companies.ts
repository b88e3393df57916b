import { inParts } from '@dossier/shared';
import type { Trx } from '../sql/open.ts';
import type { LogEntry } from './changes.ts';

/** What the detail of a company does not show of its documents. */
const HIDDEN = ['content', 'metadata', 'categories', 'filing', 'web_url'];
const AT_ONCE = 500;

const isShown = ({ kind, fields }: LogEntry) =>
  kind === 'document' && !fields?.every((field) => HIDDEN.includes(field));

/** Returns the changes of companies whose detail shows a document that changed. A deleted company has none. */
export async function changesOfCompanies(trx: Trx, entries: LogEntry[]): Promise<LogEntry[]> {
  const shown = new Set(entries.filter(isShown).flatMap(({ companies }) => companies));
  for (const { kind, op, record } of entries)
    if (kind === 'company' && op === 'delete') shown.delete(Number(record));
  const ids = [...shown];
  const found: LogEntry[] = [];
  for (const part of inParts(ids, AT_ONCE)) {
    const rows = await trx('companies').whereIn('id', part).orderBy('id').select<Company[]>('id', 'domain');
    for (const { id, domain } of rows)
      found.push({
        ...{ op: 'upsert', kind: 'company', record: id, key: [domain] },
        ...{ companies: [id], fields: ['documents'] },
      });
  }
  return found;
}

interface Company {
  id: number;
  domain: string;
}
