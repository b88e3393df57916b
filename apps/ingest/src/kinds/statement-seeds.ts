import {
  commit,
  DEFAULT_SOURCE,
  LAST_RANK,
  readStatements,
  type Db,
  type StoredStatement,
  type Trx,
} from '@dossier/store';
import { rowOf, type Version } from './statement-versions.ts';
import type { StatedKind, StatementRules } from './statements.ts';
import type { RecordId } from './storage.ts';

/**
 * The time of content that was stored before statements existed. It is before all loads, so that even a load with an `as_of`
 * before the upgrade replaces this content.
 */
export const BEFORE_ALL = '1970-01-01T00:00:00.000Z';

/** Returns the content of stored records without statements. If its source is not known, it belongs to `default`. */
export async function seedsOf(
  trx: Db | Trx,
  { stated }: StatementRules,
  ids: RecordId[],
  ranks: Map<string, number>,
): Promise<Version[]> {
  if (ids.length === 0) return [];
  return [...(await stated(trx, ids))].map(([id, { content, source: known }]) => {
    const source = known ?? DEFAULT_SOURCE;
    return {
      said: {
        ...{ id: 0, source, run: null, file: null, line: null, content },
        rank: ranks.get(source) ?? LAST_RANK,
        observedAt: BEFORE_ALL,
      },
      text: JSON.stringify(content),
      earlier: [],
      hash: null,
      state: 'new',
      target: { id },
      isSeed: true,
    };
  });
}

/** Returns the content of a stored record without statements, as statements of its source. */
export const seedOf = async (
  db: Db,
  rules: StatementRules,
  id: RecordId,
  ranks: Map<string, number>,
): Promise<StoredStatement[]> => (await seedsOf(db, rules, [id], ranks)).map(({ said }) => said);

/** Stores the content of records without statements, as statements of their sources. */
export async function seedStatements(
  trx: Trx,
  { name, statements }: StatedKind,
  ids: RecordId[],
): Promise<void> {
  if (!statements) return;
  const stored = await readStatements(trx, name, ids.map(String));
  const unknown = ids.filter((id) => !stored.has(String(id)));
  const seeds = await seedsOf(trx, statements, unknown, new Map());
  await statements.keepStated?.(trx, unknown);
  await commit(trx, '', { claims: { add: seeds.map((each) => rowOf(name, each)) } });
}
