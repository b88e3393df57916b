import { groupBy, inParts, liveStatements, type Content } from '@dossier/shared';
import { readStatements, statementOf, type StatementRow, type Trx } from '@dossier/store';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';

/** A statement without content: it deletes its record. */
interface Deletion {
  id: number;
  run: number | null;
  observed_at: string;
}

/** Deletions by each name that the deleted record had, oldest first. */
type DeletionsByName = Map<string, Deletion[]>;

/**
 * Finds what would have deleted the records of an undone run instead: the next deletion of their company, or of a record of
 * the same name.
 * @param run the undone run, whose other statements are already removed
 * @param undone the deletions of that run
 * @returns the run and the time of the next deletion, by the id of the undone one; nothing for one without a next one
 */
export async function laterDeletions(
  trx: Trx,
  run: number,
  undone: StatementRow[],
): Promise<Map<number, Omit<Deletion, 'id'>>> {
  const later = new Map<number, Omit<Deletion, 'id'>>();
  const read = new Map<string, DeletionsByName>();
  const since = oldestOf(undone);
  const undoneByKind = groupBy(undone, ({ kind }) => kind);
  for (const kind of kinds) {
    const ofKind = undoneByKind.get(kind.name);
    if (!ofKind) continue;
    const { deleted, field } = deletedWith(kind);
    const deletions = read.get(deleted) ?? (await readDeletions(trx, deleted, { run, since }));
    read.set(deleted, deletions);
    if (deletions.size === 0) continue;
    const statements = await readStatements(
      trx,
      kind.name,
      ofKind.map(({ record_id }) => record_id),
    );
    for (const deletion of ofKind) {
      const next = nextDeletion(deletion, {
        statements: statements.get(deletion.record_id)!,
        field,
        deletions,
      });
      if (next) later.set(Number(deletion.id), { run: next.run, observed_at: next.observed_at });
    }
  }
  return later;
}

/** Returns whose deletion deletes a record of a kind, and the field of the record that names it. */
const deletedWith = ({ name, storage }: Kind): { deleted: string; field: string } =>
  storage.ofCompany ? { deleted: 'company', field: 'company' } : { deleted: name, field: nameField(name) };

const nameField = (kind: string) => (kind === 'company' ? 'domain' : 'slug');

const oldestOf = (rows: StatementRow[]): string =>
  rows.reduce((oldest, { observed_at: at }) => (oldest === '' || at < oldest ? at : oldest), '');

/**
 * Returns the deletion that takes the place of an undone one.
 * @param options.statements all statements about the record, oldest first
 * @param options.field the field of the record with the name by which `deletions` lists its deletion
 */
function nextDeletion(
  undone: StatementRow,
  { statements, field, deletions }: { statements: StatementRow[]; field: string; deletions: DeletionsByName },
): Deletion | undefined {
  const at = statements.findIndex(({ id }) => id === undone.id);
  const before = statements.slice(0, at).findLast(({ content_json }) => content_json !== null);
  if (!before) return undefined;
  const name = String((JSON.parse(before.content_json!) as Content)[field]);
  // A merge gives the statements of a record new ids, so ids have no order among records.
  const next = deletions.get(name)?.find(({ observed_at }) => observed_at > undone.observed_at);
  if (!next) return undefined;
  const isUndone = ({ run, content_json }: StatementRow) => run === undone.run && content_json === null;
  const after = statements.slice(at + 1).find((row) => !isUndone(row));
  // A record that was stored again before the next deletion has its own statement of that deletion.
  return after && Number(after.id) <= next.id ? undefined : next;
}

/** Reads the deletions of records of a kind after the time `since`, without those of the undone run. */
async function readDeletions(
  trx: Trx,
  kind: string,
  { run, since }: { run: number; since: string },
): Promise<DeletionsByName> {
  const rows = await trx<StatementRow>('statements')
    .where({ kind })
    .whereNull('content_json')
    .where('observed_at', '>', since)
    .orderBy('observed_at')
    .select('id', 'record_id', 'run', 'observed_at');
  const others = rows.filter((row) => row.run !== run);
  const statements = await readStatements(
    trx,
    kind,
    others.map(({ record_id }) => record_id),
  );
  const logged = await loggedNames(
    trx,
    kind,
    others.map(({ observed_at }) => observed_at),
  );
  const byName: DeletionsByName = new Map();
  for (const { id, record_id, ...row } of others) {
    const deletion = { ...row, id: Number(id) };
    // The company may have moved to another domain, and the runs that stated its last one may be undone.
    const names = new Set([
      ...statedNames(statements.get(record_id)!, deletion.id, nameField(kind)),
      ...(logged.get(row.observed_at) ?? []),
    ]);
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), deletion]);
  }
  return byName;
}

/** Returns the names that sources stated for a record until its deletion. */
function statedNames(statements: StatementRow[], deletion: number, field: string): string[] {
  const end = statements.findIndex(({ id }) => Number(id) === deletion);
  const before = statements.slice(0, end).map((row) => statementOf(row, new Map()));
  return liveStatements(before).flatMap(({ content }) => namesIn(content!, field));
}

const namesIn = (content: Content, field: string): string[] =>
  [
    content[field],
    content['alternative_domains'] ?? [],
    content['add_alternative_domains'] ?? [],
  ].flat() as string[];

/** Returns the names that the records had when they were deleted, by the time of the deletion. */
async function loggedNames(trx: Trx, kind: string, times: string[]): Promise<Map<string, string[]>> {
  type Row = { deleted_at: string; natural_key: string };
  const rows: Row[] = [];
  for (const part of inParts([...new Set(times)]))
    rows.push(...((await trx('deletions').where({ kind }).whereIn('deleted_at', part)) as Row[]));
  const byTime = groupBy(rows, ({ deleted_at }) => deleted_at);
  return new Map(
    [...byTime].map(([at, those]) => [at, those.map((row) => (JSON.parse(row.natural_key) as string[])[0]!)]),
  );
}
