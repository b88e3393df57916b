import { groupBy, searchResultType } from '@dossier/shared';
import { entryHash, type SearchEngine, type SearchKey } from '@dossier/search';
import { enqueue, waitingRecords, withIndexLock, write, type Db } from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import {
  countSearched,
  knownIds,
  recordIds,
  searchedKinds,
  stepsOf,
  type SearchedKind,
  type Step,
} from './entries.ts';
import { syncIndex } from './sync.ts';
import { recentKeys } from './verify-recent.ts';

/** How an entry differs from its record: it is not there, is of an earlier record, or has none. */
const DIFFERENCES = ['missing', 'stale', 'surplus'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** What a comparison of the index with the database found. */
export interface Verified extends Record<Difference, number> {
  /** Entries that are as their records. */
  alike: number;
  /** Entries that differ, but whose records wait in the outbox: no fault. */
  waiting: number;
  /** What is wrong with the index in itself (`SearchEngine.check`), in sentences. Only a new index mends it. */
  damage: string[];
  /** A few of each difference. */
  first: { difference: Difference; type: string; id: string }[];
  /** Differences that were mended; undefined when that was not asked for. */
  repaired?: number;
  /** Why not all of them could be. */
  problem?: string;
  seconds: number;
}

const SHOWN = 5;
/**
 * Surplus keys that are known again. One comes twice only when others remove entries between two pages of the index,
 * and then as many come again as were removed.
 */
const REMEMBERED = 10_000;

/**
 * Compares the index with the database in both directions, by ids and by the hashes of what was put, and checks that the
 * index itself still contains what was put. It compares records that seem to differ a second time under the index lock,
 * when no other program can be about to index them, and repairs only those when `repair` asks for it.
 * @throws SearchUnavailable when the engine cannot be used now, IndexLocked when another program updates the index
 */
export async function verify(options: {
  db: Db;
  search: SearchEngine;
  repair?: boolean;
  onProgress?: (done: number, total: number) => void;
}): Promise<Verified> {
  const startedAt = performance.now();
  const { db, search, repair = false, onProgress } = options;
  const found: Verified = {
    alike: 0,
    waiting: 0,
    missing: 0,
    stale: 0,
    surplus: 0,
    damage: [],
    first: [],
    seconds: 0,
  };
  const total = await countSearched(db);
  let done = 0;
  for (const kind of searchedKinds()) {
    for await (const ids of recordIds(db, kind)) {
      for await (const step of stepsOf(db, kind, ids)) {
        await look({ db, search, kind, repair, found }, step);
        done += step.ids.length;
        onProgress?.(done, total);
      }
    }
  }
  const surplus = recentKeys(REMEMBERED);
  for await (const keys of search.keys()) {
    for (const [type, ofType] of groupBy(keys, (key) => key.type)) {
      const kind = findKind(type) as SearchedKind;
      const ids = ofType.map(({ id }) => id);
      const known = await knownIds(db, kind, ids);
      const unknown = ids.filter((id) => !known.has(id) && surplus.isNew(`${type} ${id}`));
      await look({ db, search, kind, repair, found }, { ids: unknown, documents: [] });
    }
  }
  found.damage = await search.check();
  if (repair) {
    const differences = DIFFERENCES.reduce((sum, name) => sum + found[name], 0);
    const { problem } = differences > 0 ? await syncIndex(db, search) : {};
    if (problem === undefined) found.repaired = differences;
    else found.problem = problem;
  }
  found.seconds = Math.round((performance.now() - startedAt) / 10) / 100;
  return found;
}

interface Looking {
  db: Db;
  search: SearchEngine;
  kind: SearchedKind;
  repair: boolean;
  found: Verified;
}

async function look({ db, search, kind, repair, found }: Looking, step: Step): Promise<void> {
  const seen = await compare(search, kind, step);
  found.alike += seen.alike;
  if (seen.differing.size === 0) return;
  await withIndexLock(db, async () => {
    for await (const again of stepsOf(db, kind, [...seen.differing.keys()])) {
      const { alike, differing } = await compare(search, kind, again);
      found.alike += alike;
      // A record that changed since it was read waits by now.
      const waiting = await waitingRecords(db, kind.name, [...differing.keys()]);
      const wrong = [...differing].filter(([id]) => !waiting.has(id));
      found.waiting += waiting.size;
      for (const [id, difference] of wrong) {
        found[difference] += 1;
        if (found[difference] <= SHOWN) found.first.push({ difference, type: kind.name, id });
      }
      const ids = wrong.map(([id]) => id);
      if (repair) await write(db, (trx) => enqueue(trx, kind.name, ids));
    }
  });
}

async function compare(
  search: SearchEngine,
  kind: SearchedKind,
  { ids, documents }: Step,
): Promise<{ alike: number; differing: Map<string, Difference> }> {
  const type = searchResultType.parse(kind.name);
  const hashes = await search.hashes(ids.map((id): SearchKey => ({ type, id })));
  const wanted = new Map(documents.map((document) => [document.id, entryHash(document)]));
  const differing = new Map<string, Difference>();
  let alike = 0;
  ids.forEach((id, place) => {
    const [is, shouldBe] = [hashes[place], wanted.get(id)];
    if (is === undefined && shouldBe !== undefined) differing.set(id, 'missing');
    else if (is !== undefined && shouldBe === undefined) differing.set(id, 'surplus');
    else if (is !== shouldBe) differing.set(id, 'stale');
    else if (is !== undefined) alike += 1;
  });
  return { alike, differing };
}
