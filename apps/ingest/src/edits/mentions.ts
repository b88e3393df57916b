import type { Content, Rebuilt } from '@dossier/shared';
import type { StatementRow, Trx } from '@dossier/store';
import { findKind, kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { rebuildRecords } from '../ledger/rebuild.ts';
import { readNames, type RecordId } from '../stored/storage.ts';

/** The names by which other records name restored or merged records, by kind. */
type Named = Map<string, Set<string>>;

/** The number of statements read at once. */
const AT_ONCE = 5000;

/** Returns the names of restored records. @param restored ids by kind */
export async function namesOfRestored(trx: Trx, restored: Map<string, RecordId[]>): Promise<Named> {
  const named: Named = new Map();
  for (const { name, namedBy } of kinds)
    if (namedBy) named.set(name, await namedBy.namesOf(trx, restored.get(name) ?? []));
  return named;
}

/**
 * Stores records again if their statements name restored or merged records. This restores their links, such as those of
 * companies and documents with their categories.
 */
export async function rebuildMentions(trx: Trx, named: Named, now: string): Promise<Map<Kind, Rebuilt>> {
  const rebuilt = new Map<Kind, Rebuilt>();
  for (const kind of kinds) {
    const sought = Object.entries(kind.names ?? {}).flatMap(([field, other]): Sought[] => {
      const { fold } = findKind(other)!.namedBy!;
      const names = named.get(other) ?? new Set();
      return names.size === 0 ? [] : [{ field, names, ...(fold && { fold }) }];
    });
    if (sought.length === 0) continue;
    const ids = await recordsThatName(trx, kind, sought);
    if (ids.length > 0) rebuilt.set(kind, await rebuildRecords(trx, kind, ids, now));
  }
  return rebuilt;
}

/** The names that statements are searched for in one field. */
interface Sought {
  field: string;
  names: Set<string>;
  fold?: (name: string) => string;
}

const isNamedIn = (content: Content, { field, names, fold = (name) => name }: Sought): boolean =>
  textsOf(content, field).some((name) => names.has(fold(name)));

/** The most words that one query looks for. */
const MAX_WORDS = 20;

/** Returns the ids of stored records with a statement that names one of the sought records. */
async function recordsThatName(trx: Trx, kind: Kind, sought: Sought[]): Promise<string[]> {
  // Statements contain names before they are folded, so a query for folded ones would miss them.
  const isExact = sought.every(({ fold }) => !fold);
  const words = isExact ? sought.flatMap((each) => [...each.names]) : undefined;
  const found = new Set<string>();
  for (let last = 0; ;) {
    const query = trx<StatementRow>('statements').where({ kind: kind.name });
    if (words && words.length <= MAX_WORDS)
      void query.where((any) => {
        for (const word of words) void any.orWhereLike('content_json', `%${word}%`);
      });
    const rows = await query
      .where('id', '>', last)
      .whereNotNull('content_json')
      .orderBy('id')
      .limit(AT_ONCE)
      .select('id', 'record_id', 'content_json');
    for (const { record_id, content_json } of rows) {
      const content = JSON.parse(content_json!) as Content;
      if (sought.some((each) => isNamedIn(content, each))) found.add(record_id);
    }
    if (rows.length < AT_ONCE) break;
    last = Number(rows.at(-1)!.id);
  }
  const stored = await readNames(trx, kind.storage, [...found].map(Number));
  return [...stored.keys()].map(String);
}

/** Returns the texts of a list, or the domains of its items. */
function textsOf(content: Content, field: string): string[] {
  const list = [content[field] ?? [], content[`add_${field}`] ?? []].flat();
  return list.map((item) => (typeof item === 'string' ? item : String((item as Content)['domain'])));
}
