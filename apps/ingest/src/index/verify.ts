import { groupBy } from '@dossier/shared';
import { entryHash, type SearchEngine, type SearchKey } from '@dossier/search';
import {
  commit,
  keptDifferences,
  remakeKept,
  waitingRecords,
  withIndexLock,
  write,
  type Db,
} from '@dossier/store';
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

/** How an entry differs from its record: it is missing, it is of an earlier state, or it has no record. */
const DIFFERENCES = ['missing', 'stale', 'surplus'] as const;
type Difference = (typeof DIFFERENCES)[number];

/** The result of comparing the index with the database. */
export interface Verified extends Record<Difference, number> {
  /** Entries that match their records. */
  alike: number;
  /** Entries that differ while their records wait in the outbox. */
  waiting: number;
  /** Damage of the index itself (`SearchEngine.check`), in sentences. Only `reindex` repairs it. */
  damage: string[];
  /** How many stored totals and list entries differ from the tables that they summarize. */
  totals: number;
  /** The number of differences by table. */
  tables: Record<string, number>;
  /** The first of each kind of difference. */
  first: { difference: Difference; type: string; id: string }[];
  /** The number of repaired differences; undefined without `repair`. */
  repaired?: number;
  /** The reason why some differences could not be repaired. */
  problem?: string;
  seconds: number;
}

const SHOWN = 5;
/**
 * How many surplus keys to remember, so that each counts once. A key comes twice only when other programs remove entries
 * between two pages of the index, and then as many come again as were removed.
 */
const REMEMBERED = 10_000;

/**
 * Compares the index with the database in both directions, by ids and by the hashes of entries, and checks that the
 * entries of the index are undamaged. Also compares the stored totals and lists with the tables that they summarize.
 * Records that seem to differ are compared again under the index lock, when no other program can be about to index them.
 * With `repair`, it repairs only those that still differ.
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
  const tables = await keptDifferences(db);
  const found: Verified = {
    alike: 0,
    waiting: 0,
    missing: 0,
    stale: 0,
    surplus: 0,
    damage: [],
    totals: Object.values(tables).reduce((sum, n) => sum + n, 0),
    tables,
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
    if (found.totals > 0) await remakeKept(db);
    const differences = DIFFERENCES.reduce((sum, name) => sum + found[name], 0);
    const { problem } = differences > 0 ? await syncIndex(db, search) : {};
    if (problem === undefined) found.repaired = differences + found.totals;
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
      if (repair) await write(db, (trx, now) => commit(trx, now, { reindex: [{ kind: kind.name, ids }] }));
    }
  });
}

async function compare(
  search: SearchEngine,
  kind: SearchedKind,
  { ids, documents }: Step,
): Promise<{ alike: number; differing: Map<string, Difference> }> {
  const hashes = await search.hashes(ids.map((id): SearchKey => ({ type: kind.name, id })));
  const expected = new Map(documents.map((document) => [document.id, entryHash(document)]));
  const differing = new Map<string, Difference>();
  let alike = 0;
  ids.forEach((id, place) => {
    const [is, shouldBe] = [hashes[place], expected.get(id)];
    if (is === undefined && shouldBe !== undefined) differing.set(id, 'missing');
    else if (is !== undefined && shouldBe === undefined) differing.set(id, 'surplus');
    else if (is !== shouldBe) differing.set(id, 'stale');
    else if (is !== undefined) alike += 1;
  });
  return { alike, differing };
}

/** Remembers the last keys: at least `limit`, and at most twice as many. */
export function recentKeys(limit: number): { isNew: (key: string) => boolean } {
  let [recent, before] = [new Set<string>(), new Set<string>()];
  return {
    isNew: (key) => {
      if (recent.has(key) || before.has(key)) return false;
      recent.add(key);
      if (recent.size === limit) [recent, before] = [new Set(), recent];
      return true;
    },
  };
}
