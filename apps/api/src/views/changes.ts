import type { Change } from '@dossier/shared';
import type { CompanyRef } from '@dossier/store';
import type { Entry } from './feed.ts';
import { words } from './words.ts';

/** Returns what a change did, in words. A deleted company has a domain only; a merged one has the id of the other company too. */
export function changeInWords({ kind, op, fields, natural_key: [domain], company_ids }: Change): string {
  if (op === 'delete' && kind === 'company')
    return `Company ${domain} ${company_ids.length > 1 ? 'merged into this one' : 'deleted'}`;
  if (op === 'delete') return `${words(kind)} deleted`;
  return fields === null
    ? `${words(kind)} new or changed`
    : `${words(kind)}: ${fields.map(words).join(', ')}`;
}

/** Returns a change as an entry of a feed. Its id comes from the record and the change, whichever feed it is in. */
export function changeEntry(
  change: Change,
  { base, companies }: { base: string; companies: Map<number, CompanyRef> },
): Entry {
  const own = change.company_ids.flatMap((id) => companies.get(id) ?? []);
  return {
    id: `changes/${change.kind}/${encodeURIComponent(change.id)}/${change.seq}`,
    title: [...own.map(({ name }) => name), changeInWords(change)].join(': '),
    href: own[0] ? `${base}/companies/${encodeURIComponent(own[0].slug)}` : `${base}/companies`,
    updated: change.at,
  };
}
