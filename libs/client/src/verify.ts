import { createHash } from 'node:crypto';
import { idOf, type Client, type Kind } from './client.ts';
import { changedIds, mirror, readAgain, saveInParts, type MirrorOptions } from './mirror.ts';
import { COPIED, type Store } from './store.ts';

/** A record of a copy that differs from that of the service. */
export interface Difference {
  kind: Kind;
  id: string;
  difference: 'missing' | 'surplus' | 'changed';
}

const CHECKSUMS_AT_ONCE = 5000;

/**
 * Compares a copy with the checksums of the service, and repairs what differs. Brings the copy up to date before and
 * afterwards: what changes meanwhile is no difference.
 */
export async function verify({ client, to }: MirrorOptions): Promise<Difference[]> {
  const began = await mirror({ client, to });
  const found: Difference[] = [];
  for (const kind of COPIED) found.push(...(await compare(client, to, kind)));
  const touched = new Set<string>();
  for await (const { changes } of client.changes(began))
    for (const [kind, ids] of await changedIds(to, changes))
      for (const id of ids) touched.add(`${kind} ${id}`);
  const now = await mirror({ client, to });
  const real = found.filter(({ kind, id }) => !touched.has(`${kind} ${id}`));
  for (const kind of COPIED) {
    const ids = real.filter((each) => each.kind === kind).map(({ id }) => id);
    if (ids.length > 0) await saveInParts(to, await repaired(client, kind, ids), now);
  }
  return real;
}

async function compare(client: Client, to: Store, kind: Kind): Promise<Difference[]> {
  const ours = new Map<string, string>();
  for await (const row of to.rows(kind)) ours.set(idOf(kind, row), sha256(JSON.stringify(row)));
  const found: Difference[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const input = { kind, after, records: 'true', limit: CHECKSUMS_AT_ONCE } as const;
    const page = await client.checksums(input);
    for (const { id, sha256: theirs } of page.records ?? []) {
      const own = ours.get(id);
      ours.delete(id);
      if (own !== theirs) found.push({ kind, id, difference: own === undefined ? 'missing' : 'changed' });
    }
    after = page.next_after;
  }
  for (const id of ours.keys()) found.push({ kind, id, difference: 'surplus' });
  return found;
}

/** Reads records again. An id that the service cannot have names none. */
async function repaired(client: Client, kind: Kind, ids: string[]) {
  const isNumber = kind === 'company' || kind === 'document';
  const possible = ids.filter((id) => !isNumber || /^\d{1,10}$/.test(id));
  const saved = await readAgain(client, kind, possible);
  const others = ids.filter((id) => !possible.includes(id));
  return [...saved, ...others.map((id) => ({ kind, id, row: undefined }))];
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
