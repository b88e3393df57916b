import { commit, LAST_RANK, readStatements, type Db, type StoredStatement, type Trx } from '@dossier/store';
import { rowOf, type Version } from './versions.ts';
import type { StatedKind } from './statements.ts';
import type { StatementRules } from '../../kinds/kind.ts';
import type { RecordId } from '../../stored/storage.ts';

/** The time of what other records say about a record by naming it: before all loads, so that any load replaces it. */
export const BEFORE_ALL = '1970-01-01T00:00:00.000Z';

/** Returns the content of records without statements of their own, because other records name them. */
export async function seedsOf(
  trx: Db | Trx,
  { named }: StatementRules,
  ids: RecordId[],
  ranks: Map<string, number>,
): Promise<Version[]> {
  if (!named || ids.length === 0) return [];
  return [...(await named(trx, ids))].map(([id, { content, source }]) => {
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

/** Returns what other records say about a record without statements of its own. */
export const seedOf = async (
  db: Db,
  rules: StatementRules,
  id: RecordId,
  ranks: Map<string, number>,
): Promise<StoredStatement[]> => (await seedsOf(db, rules, [id], ranks)).map(({ said }) => said);

/** Stores what other records say about records without statements, so that a later change of them can be undone. */
export async function seedStatements(
  trx: Trx,
  { name, statements }: StatedKind,
  ids: RecordId[],
): Promise<void> {
  if (!statements?.named) return;
  const stored = await readStatements(trx, name, ids.map(String));
  const unknown = ids.filter((id) => !stored.has(String(id)));
  const seeds = await seedsOf(trx, statements, unknown, new Map());
  await commit(trx, '', { statements: { add: seeds.map((each) => rowOf(name, each)) } });
}
