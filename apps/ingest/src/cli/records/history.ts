import { isDeepStrictEqual } from 'node:util';
import {
  groupBy,
  parseTime,
  type RecordHistory,
  type RecordVersion,
  type VersionAuthor,
} from '@dossier/shared';
import {
  databaseAt,
  historyBegins,
  historyOf,
  type ChangeRow,
  type Db,
  type IngestRunRow,
  type StatementRow,
} from '@dossier/store';
import { findRecord, keyForm } from '../../edits/find-record.ts';
import type { Kind } from '../../kinds/kind.ts';
import { rowsWhere } from '../../stored/rows.ts';
import { readStates, type RecordId } from '../../stored/storage.ts';
import { LoadError, UsageError } from '../../rows/types.ts';
import { kindNames } from '../names.ts';

/** A span in which a record was served, or in which it was deleted. */
type Span = Pick<RecordVersion, 'id' | 'op' | 'from' | 'until'> & { run: number | null };

/**
 * Reads the versions of the record with a natural key, and of deleted records that had it.
 * @throws LoadError when no record has or had the key; UsageError for a kind without a history
 */
export async function readHistory(db: Db, kind: Kind, given: string[]): Promise<RecordHistory> {
  const tables = historyOf[kind.name];
  if (!tables) throw new UsageError(`There is no history of ${kind.plural}.`);
  const current = await findRecord(db, kind, given);
  const key = keyOf(kind, given);
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

/** Returns the natural key in the form of the change log. */
function keyOf({ storage: { key: columns, ofCompany } }: Kind, given: string[]): string[] {
  const names = [...(ofCompany ? ['domain'] : []), ...columns];
  return given.map((value, i) => {
    const name = names[i] ?? '';
    if (name === 'domain') return value.toLowerCase();
    return name.endsWith('_date') && name !== 'event_date' ? (parseTime(value) ?? value) : value;
  });
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
