import type { Db } from '@dossier/store';
import { goesWith } from '../ledger/remove.ts';
import { contentHash } from '../stored/hash.ts';
import { readStates } from '../stored/storage.ts';
import type { ChangeRecorder } from '../load/change-recorder.ts';
import { diff, withoutTimes } from './diff.ts';
import type { PlanLine } from './file.ts';

/** Returns whether a value is null or a list or an object without values. */
const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isEmpty));

/** The number of new records whose fields the plan shows. */
const SHOWN_NEW = 10;

/** Half of a SHA-256 distinguishes two states of one record. */
const DIGEST = 32;

/**
 * Records what a load does to the database, row by row.
 * @param base a second handle of the same database: it reads the state before the load's transaction
 */
export function recordChanges(
  base: Db,
  { take, end }: { take: (lines: PlanLine[]) => Promise<void>; end: () => Promise<void> },
): ChangeRecorder {
  let shown = 0;
  const fieldsOf = (content: object) => {
    if (shown++ >= SHOWN_NEW) return {};
    const filled = Object.entries(content).filter(([, value]) => !isEmpty(value));
    return { fields: diff({}, Object.fromEntries(filled)) };
  };
  return {
    batch: async (trx, { name: kind, storage }, results) => {
      const ids = results.flatMap(({ outcome }) =>
        outcome.outcome === 'new' || outcome.outcome === 'changed' ? [outcome.id] : [],
      );
      const before = await readStates(base, storage, ids);
      const after = await readStates(trx, storage, ids);
      const lines = results.flatMap(({ file, row, outcome }): PlanLine[] => {
        if (outcome.outcome !== 'new' && outcome.outcome !== 'changed' && outcome.outcome !== 'rejected')
          return [];
        if (outcome.outcome === 'rejected')
          return [{ outcome: 'rejected', file, row, reason: outcome.reason }];
        const now = after.get(outcome.id)!;
        const result = contentHash(withoutTimes(now.content)).slice(0, DIGEST);
        const place = { kind, file, row, key: now.key };
        const stored = before.get(outcome.id);
        // The row may change a record that an earlier row of this load created.
        if (outcome.outcome === 'new' || !stored)
          return [{ outcome: 'new', ...place, ...fieldsOf(now.content), result }];
        const fields = diff(stored.content, now.content);
        return [{ outcome: 'changed', ...place, fields, base: stored.digest.slice(0, DIGEST), result }];
      });
      await take(lines);
    },
    missing: async (trx, kind, ids) => {
      const before = await readStates(base, kind.storage, ids);
      const others = await goesWith(trx, kind, ids);
      await take(
        // In the order of the ids: the plan is compared line by line.
        ids.flatMap((id) => {
          const stored = before.get(id);
          if (!stored) return [];
          const base = stored.digest.slice(0, DIGEST);
          return { outcome: 'gone' as const, kind: kind.name, key: stored.key, with: others.get(id)!, base };
        }),
      );
    },
    end,
  };
}
