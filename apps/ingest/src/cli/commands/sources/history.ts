import { isDeepStrictEqual } from 'node:util';
import { groupBy, type RecordHistory, type RecordVersion, type VersionAuthor } from '@dossier/shared';
import {
  databaseAt,
  historyBegins,
  historyOf,
  type ChangeRow,
  type Db,
  type IngestRunRow,
  type StatementRow,
} from '@dossier/store';
import { findRecord, keyForm, storedKey } from '../../../edits/find-record.ts';
import { findKind } from '../../../kinds/index.ts';
import type { Kind } from '../../../kinds/kind.ts';
import { printable, timeText } from '../../../report/printable.ts';
import { rowsWhere } from '../../../stored/rows.ts';
import { readStates, type RecordId } from '../../../stored/storage.ts';
import { LoadError, UsageError } from '../../../rows/types.ts';
import { show } from '../../database.ts';
import type { JsonFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { kindNames } from '../../names.ts';

/** Prints the versions of a record, and the runs that made them. */
export const runHistory = (io: Io, kindName: string, key: string[], flags: JsonFlags): Promise<number> =>
  show(io, flags, (db) => readHistory(db, findKind(kindName)!, key), printHistory);

/** A span in which a record was served, or in which it was deleted. */
type Span = Pick<RecordVersion, 'id' | 'op' | 'from' | 'until'> & { run: number | null };

/**
 * Reads the versions of the record with a natural key, and of deleted records that had it.
 * @throws LoadError when no record has or had the key; UsageError for a kind without a history
 */
async function readHistory(db: Db, kind: Kind, given: string[]): Promise<RecordHistory> {
  const tables = historyOf[kind.name];
  if (!tables) throw new UsageError(`There is no history of ${kind.plural}.`);
  const current = await findRecord(db, kind, given);
  const key = storedKey(kind, given);
  const deleted = (await db('changes')
    .where({ kind: kind.name, op: 'delete', natural_key_json: JSON.stringify(key) })
    .pluck('record_id')) as string[];
  const all = new Set([...deleted, ...(current === undefined ? [] : [String(current)])]);
  const ids = [...all].map((id): RecordId => (kind.storage.ofCompany ? id : Number(id)));
  if (ids.length === 0)
    throw new LoadError(
      `There is no history of ${kind.name} ${given.join(' ')}. The key is ${keyForm(kind)}.`,
    );
  const begins_at = await historyBegins(db);
  const spans = await readSpans(db, kind.name, tables.table, ids);
  const authors = await authorsOf(db, kind.name, spans);
  const kept = [tables.table, 'document_bodies', ...Object.keys(tables.parts)];
  const storage = { ...kind.storage, parts: kind.storage.parts.filter(({ table }) => kept.includes(table)) };
  const versions: RecordVersion[] = [];
  for (const [i, span] of spans.entries()) {
    const at = span.from < begins_at ? begins_at : span.from;
    const states =
      span.op === 'delete' ? undefined : await readStates(await databaseAt(db, at), storage, [span.id]);
    const content = states?.get(span.id)?.content ?? null;
    const before = versions.findLast(({ id }) => id === span.id)?.content;
    const fields = content && before ? differences(before, content) : null;
    versions.push({ ...span, ...authors[i]!, fields, content });
  }
  return { kind: kind.name, key, begins_at, versions };
}

const differences = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .sort();

/** A former row. */
interface Former {
  id: RecordId;
  valid_from: string;
  valid_to: string;
  run: number | null;
}

/** Returns the spans of records, oldest first. */
async function readSpans(db: Db, kind: string, table: string, ids: RecordId[]): Promise<Span[]> {
  const former = await rowsWhere<Former>(db, `${table}_history`, 'id', ids, [
    'id',
    'valid_from',
    'valid_to',
    'run',
  ]);
  const present = await rowsWhere<{ id: RecordId; updated_at: string }>(db, table, 'id', ids, [
    'id',
    'updated_at',
  ]);
  const deletions = await db<ChangeRow>('changes')
    .where({ kind, op: 'delete' })
    .whereIn('record_id', ids.map(String))
    .select('record_id', 'at', 'run');
  const times = present.map(({ updated_at }) => updated_at);
  const changes = await db<ChangeRow>('changes')
    .whereIn('at', times)
    .where({ kind })
    .select('record_id', 'at', 'run');
  const runAt = (id: RecordId, at: string) =>
    changes.find((change) => change.record_id === String(id) && change.at === at)?.run ?? null;
  const stored = [
    ...former.map(({ id, valid_from: from, valid_to: until, run }) => ({ id, from, until, run })),
    ...present.map(({ id, updated_at: from }) => ({ id, from, until: null, run: runAt(id, from) })),
  ];
  const starts = stored.map(({ from }) => from).sort();
  const idOf = new Map(ids.map((id) => [String(id), id]));
  const spans: Span[] = [
    ...stored.map((span) => ({ ...span, op: 'upsert' as const })),
    ...deletions.map(({ record_id, at, run }) => ({
      id: idOf.get(record_id)!,
      op: 'delete' as const,
      from: at,
      until: starts.find((start) => start > at) ?? null,
      run,
    })),
  ];
  return spans.sort((a, b) => (a.from < b.from ? -1 : 1));
}

async function authorsOf(db: Db, kind: string, spans: Span[]): Promise<VersionAuthor[]> {
  const runs = spans.flatMap(({ run }) => run ?? []);
  const rows = await rowsWhere<IngestRunRow>(db, 'ingest_runs', 'id', runs);
  const undoing = await db<IngestRunRow>('ingest_runs')
    .where({ command: 'undo', outcome: 'done' })
    .whereIn('source', [...new Set(runs)].map(String))
    .select('id', 'source');
  const ids = [...new Set(spans.map(({ id }) => String(id)))];
  const said = groupBy(
    await db<StatementRow>('statements').where({ kind }).whereIn('record_id', ids).whereIn('run', runs),
    ({ record_id, run }) => `${record_id} ${run}`,
  );
  return spans.map(({ id, run }) => {
    const row = rows.find((each) => each.id === run);
    const plural = kindNames.find(({ name }) => name === row?.kind)?.plural ?? row?.kind;
    const command = row && [row.command, plural, row.source].filter(Boolean).join(' ');
    const statements = (said.get(`${id} ${run}`) ?? [])
      .filter(({ content_json }) => content_json !== null)
      .map(({ source, file, line }) => ({ source, file, line }));
    const undone_by = undoing.find(({ source }) => source === String(run))?.id ?? null;
    return { run, command: command ?? null, undone_by, statements };
  });
}

/** Returns the versions as text, newest first. */
function printHistory({ kind, key, begins_at, versions }: RecordHistory): string {
  const lines = versions
    .toReversed()
    .flatMap((version) => [
      `  ${timeText(version.from)} to ${version.until === null ? 'now' : timeText(version.until)}: ${whatOf(version)}`,
      `    ${authorOf(version)}`,
    ]);
  const begins = `Former versions are kept since ${timeText(begins_at)} (times are UTC).`;
  return [`${kind} ${key.join(' ')}`, ...lines, begins].map(printable).join('\n');
}

function whatOf({ op, fields }: RecordVersion): string {
  if (op === 'delete') return 'deleted';
  if (fields === null) return 'first version';
  return fields.length === 0 ? 'no changed fields' : fields.join(', ');
}

function authorOf({ run, command, undone_by, statements }: VersionAuthor): string {
  const who = run === null ? ['no known run'] : [`run ${run}`, ...(command === null ? [] : [command])];
  const places = statements.map(({ source, file, line }) =>
    file === null ? source : `${source}, ${file.split(/[\\/]/).at(-1)} row ${line}`,
  );
  const undone = undone_by === null ? [] : [`undone by run ${undone_by}`];
  return [...who, ...places, ...undone].join('; ');
}
