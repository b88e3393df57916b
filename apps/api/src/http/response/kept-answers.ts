import type { MaybePromise } from '@dossier/shared';
import { changedSince, type ChangedSince, type Committed, type Db } from '@dossier/store';
import { LRUCache } from 'lru-cache';
import type { Exchange, Finished } from '../exchange.ts';
import { Text } from '../text/text.ts';

interface Kept extends Finished {
  /** The `seq` of the change log that the answer is at least as new as. */
  seq: number;
}

export interface KeptAnswers {
  /** Returns the answer to an equal request of the same plan, if nothing that it depends on has changed since. */
  find(exchange: Exchange, committed: Committed): MaybePromise<Finished | undefined>;
  /** Keeps an answer that was read after `committed`. Returns its stored text, or undefined if it cannot be kept. */
  keep(exchange: Exchange, committed: Committed, answer: Finished): Text | undefined;
  /** Returns the memory that the kept answers take. */
  bytes(): number;
  /** Returns how many calls of `find` have returned an answer, and how many have not. */
  lookups(): { hit: number; miss: number };
}

/** The memory of an answer besides its body: its address, its entry, and the objects around its buffers. */
const EACH_BYTES = 1500;
/** The memory of a buffer besides its bytes. */
const BUFFER_BYTES = 300;
/** The largest answer is this share of the budget, so that one of many pages does not drop all others. */
const MAX_SHARE = 1 / 16;
/**
 * The share of the budget for the addresses of answers that were asked for once while the cache was full: about as many
 * as there are kept answers, so that a client that reads the same pages each night finds them again.
 */
const ASKED_SHARE = 1 / 16;
/** The memory of such an address besides its text. */
const ADDRESS_BYTES = 100;
/** More changes at once drop all answers: reading them would take longer than answering again. */
const MAX_CHANGES = 2000;
/** The most changed companies and kinds to remember. With more, all answers are dropped. */
const MAX_CHANGED = 100_000;

/**
 * Returns a cache of answers with a budget in bytes. Once it is full, it keeps only answers that are asked for again. Each
 * answer is compared with the change log before it is used, so a stale answer is never returned.
 */
export function keptAnswers(db: Db, budget: number): KeptAnswers {
  const largest = Math.floor(budget * MAX_SHARE);
  const forAsked = Math.ceil(budget * ASKED_SHARE);
  const kept = new LRUCache<string, Kept>({ maxSize: budget - forAsked, maxEntrySize: largest });
  /** The addresses of answers that were not kept because the cache was full. */
  const askedOnce = new LRUCache<string, true>({
    maxSize: forAsked,
    sizeCalculation: (_, { length }) => ADDRESS_BYTES + length,
  });
  /** The last change of each company and kind since `floor`. Answers older than `floor` may be stale. */
  const changed = new Map<number | string, number>();
  let floor = 0;
  const lookups = { hit: 0, miss: 0 };
  let seen: Committed = { mark: '', seq: -1, base: '' };
  let turn: Promise<void> = Promise.resolve();

  const dropAll = (seq: number) => {
    kept.clear();
    changed.clear();
    floor = seq;
  };

  async function catchUp(committed: Committed): Promise<void> {
    const { seq, base } = committed;
    if (base !== seen.base) dropAll(seq);
    else if (seq > seen.seq) {
      const changes = await changedSince(db, { after: seen.seq, until: seq, most: MAX_CHANGES });
      if (!changes || changed.size > MAX_CHANGED) dropAll(seq);
      else for (const change of changes) note(change);
    } else return;
    seen = committed;
  }

  function note({ seq, kind, companies }: ChangedSince): void {
    changed.set(kind, seq);
    for (const company of companies) changed.set(company, seq);
  }

  const isFresh = ({ seq, dependsOn: { companies = [], kinds = [] } }: Kept) =>
    seq >= floor &&
    companies.every((company) => (changed.get(company) ?? 0) <= seq) &&
    kinds.every((kind) => (changed.get(kind) ?? 0) <= seq);

  function freshOf(exchange: Exchange): Finished | undefined {
    const key = keyOf(exchange);
    const found = kept.get(key);
    if (found && isFresh(found)) {
      lookups.hit += 1;
      return found;
    }
    lookups.miss += 1;
    kept.delete(key);
    return undefined;
  }

  /** Returns whether to keep an answer. In a full cache, one that is asked for only once would replace a popular one. */
  function mayKeep(key: string, size: number): boolean {
    if (kept.calculatedSize + size <= kept.maxSize || askedOnce.has(key)) return true;
    askedOnce.set(key, true);
    return false;
  }

  return {
    find: (exchange, committed) => {
      if (committed.base === seen.base && committed.seq <= seen.seq) return freshOf(exchange);
      turn = turn.catch(() => {}).then(() => catchUp(committed));
      return turn.then(() => freshOf(exchange));
    },
    keep: (exchange, { seq, base }, { text, tasks, dependsOn }) => {
      if (base !== seen.base || text.length + EACH_BYTES > largest) return undefined;
      const key = keyOf(exchange);
      let size = EACH_BYTES + key.length + text.length + BUFFER_BYTES;
      if (!mayKeep(key, size)) return undefined;
      const bytes = Buffer.allocUnsafeSlow(text.length);
      bytes.write(String(text.body));
      const { type, status, etag, headers } = text;
      const stored = new Text(bytes, { type, status, etag, headers });
      const entry: Kept = { text: stored, tasks, dependsOn, seq };
      stored.onCompressed = (more) => {
        size += more + BUFFER_BYTES;
        if (kept.peek(key) === entry) kept.set(key, entry, { size });
      };
      kept.set(key, entry, { size });
      return stored;
    },
    bytes: () => kept.calculatedSize + askedOnce.calculatedSize,
    lookups: () => ({ ...lookups }),
  };
}

/** The plan of the caller, and the address as it was sent: links of pages repeat it. */
const keyOf = ({ caller, req }: Exchange) => `${caller?.plan ?? ''} ${req.url}`;
