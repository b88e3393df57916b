import { inParts } from '@dossier/shared';
import type { EntryType, SearchDocument } from '@dossier/search';
import type { Db } from '@dossier/store';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { RecordId } from '../stored/storage.ts';

/**
 * A step of indexing ends at this many entries, or at this length in characters. Meilisearch merges each step into its
 * index: with 1,000 entries, it took a third more CPU.
 */
export const STEP_ENTRIES = 10_000;
const STEP_LENGTH = 4_000_000;
/** How many records are read at once. A text may have a megabyte, which is known only after reading it. */
const AT_ONCE: Record<string, number> = { document: 20, filing: 100, news: 100 };
const OTHERS_AT_ONCE = 1_000;
/** The largest id that a database assigns. */
const MAX_ID = 2 ** 31 - 1;

/** Ids of one kind and the entries of their records. Deleted records have no entry. */
export interface Step {
  ids: string[];
  documents: SearchDocument[];
}

/** Returns the kinds with search entries. The name of such a kind is the type of its entries. */
export const searchedKinds = (): SearchedKind[] => kinds.filter(isSearched);
export type SearchedKind = Kind & Required<Pick<Kind, 'searchDocuments'>> & { name: EntryType };
export const isSearched = (kind: Kind): kind is SearchedKind => kind.searchDocuments !== undefined;

/** Reads the entries of records, in steps that fit in memory. */
export async function* stepsOf(db: Db, kind: SearchedKind, ids: string[]): AsyncGenerator<Step> {
  const atOnce = AT_ONCE[kind.name] ?? OTHERS_AT_ONCE;
  let step: Step = { ids: [], documents: [] };
  let length = 0;
  for (const part of inParts(ids, atOnce)) {
    const known = part.filter((id) => isId(kind, id));
    const documents = known.length > 0 ? await kind.searchDocuments(db, known) : [];
    step.ids.push(...part);
    step.documents.push(...documents);
    for (const document of documents) length += lengthOf(document);
    if (length < STEP_LENGTH && step.ids.length < STEP_ENTRIES) continue;
    yield step;
    step = { ids: [], documents: [] };
    length = 0;
  }
  if (step.ids.length > 0) yield step;
}

/** Lists the ids of all records of a kind, in pages and in order. Records added meanwhile may be missing. */
export async function* recordIds(db: Db, kind: Kind): AsyncGenerator<string[]> {
  const { table } = kind.storage;
  let last: RecordId | undefined;
  for (;;) {
    const query = db(table).orderBy('id').limit(STEP_ENTRIES);
    if (last !== undefined) query.where('id', '>', last);
    const page = (await query.pluck('id')) as RecordId[];
    if (page.length === 0) return;
    yield page.map(String);
    last = page.at(-1);
  }
}

/** Returns those of these ids that records have. */
export async function knownIds(db: Db, kind: Kind, ids: string[]): Promise<Set<string>> {
  const possible = ids.filter((id) => isId(kind, id));
  const found = (await db(kind.storage.table).whereIn('id', possible).pluck('id')) as RecordId[];
  return new Set(found.map(String));
}

/** Counts the records with search entries. */
export async function countSearched(db: Db): Promise<number> {
  let total = 0;
  for (const { storage } of searchedKinds()) {
    const row = await db(storage.table).count({ n: '*' }).first<{ n: number | string }>();
    total += Number(row.n);
  }
  return total;
}

/** Returns whether a record can have the id: an index may contain any text, and Postgres rejects one that is no number. */
const isId = ({ storage }: Kind, id: string): boolean =>
  storage.ofCompany || (/^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID);

const lengthOf = ({ title, excerpt, passages }: SearchDocument): number =>
  passages.reduce(
    (sum, passage) => sum + passage.title.length + passage.text.length,
    title.length + excerpt.length,
  );
