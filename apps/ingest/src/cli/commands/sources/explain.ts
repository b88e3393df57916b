import {
  liveStatements,
  mergeStatements,
  recordOf,
  type Explained,
  type ExplainedField,
  type FieldSaying,
} from '@dossier/shared';
import {
  explainStatements,
  readRanks,
  readStatements,
  statementOf,
  type Db,
  type IngestRunRow,
} from '@dossier/store';
import { requireRecord } from '../../../edits/find-record.ts';
import { findKind } from '../../../kinds/index.ts';
import type { Kind } from '../../../kinds/kind.ts';
import { namingContent } from '../../../ledger/statements/content.ts';
import { BEFORE_ALL, seedOf } from '../../../ledger/statements/seeds.ts';
import { rowsWhere } from '../../../stored/rows.ts';
import { printable, timeText } from '../../../report/printable.ts';
import { LoadError, UsageError } from '../../../rows/types.ts';
import { show } from '../../database.ts';
import type { JsonFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { cut } from '../../../rows/cut.ts';

/** Prints the source of each field of a record. */
export const runExplain = (io: Io, kindName: string, given: string[], flags: JsonFlags): Promise<number> =>
  show(io, flags, (db) => readExplained(db, findKind(kindName)!, given), printExplained);

/**
 * Reads the source of each field of a record, or of the fields that begin with a name.
 * @param given the natural key, and perhaps a field
 * @throws LoadError when there is no such record or field; UsageError for a kind whose statements are not kept
 */
export async function readExplained(db: Db, kind: Kind, given: string[]): Promise<Explained> {
  if (!kind.statements) throw new UsageError(`The sources of ${kind.plural} are not kept.`);
  const { key: columns, ofCompany } = kind.storage;
  const length = columns.length + (ofCompany ? 1 : 0);
  const isId = ofCompany && given.length <= 2 && length > 2;
  const parts = isId ? 1 : length;
  const [key, field] = [given.slice(0, parts), given[parts]];
  const id = await requireRecord(db, kind, key);
  const rows = (await readStatements(db, kind.name, [String(id)])).get(String(id)) ?? [];
  const ranks = await readRanks(db);
  const said =
    rows.length > 0
      ? rows.map((row) => statementOf(row, ranks))
      : await seedOf(db, kind.statements, id, ranks);
  const all = explainStatements(said, kind.statements.rulesOf);
  const fields = all.filter((each) => field === undefined || `${each.field}.`.startsWith(`${field}.`));
  if (fields.length === 0 && field !== undefined) {
    const known = [...new Set(all.map((each) => each.field.split('.')[0]))].join(', ');
    throw new LoadError(`No source states "${field}" of ${kind.name} ${key.join(' ')}. It has: ${known}.`);
  }
  const live = liveStatements(said);
  const naming = namingContent(live) ?? {};
  const rules = kind.statements.rulesOf(naming);
  const record = recordOf(mergeStatements(said, rules), rules);
  // The name of an event is a part of its key.
  const [title, lists] = [titleOf(record) ?? titleOf(naming), listsOf(record)];
  return { kind: kind.name, key, title, fields, lists, reasons: await reasonsOf(db, fields) };
}

/** Returns the headline of news, the title of a document, or the name of another record; null if it has none. */
const titleOf = ({ headline, title, data, name }: Record<string, unknown>): string | null =>
  [headline, title, (data as { name?: unknown } | undefined)?.name, name].find(
    (value) => typeof value === 'string',
  ) ?? null;

/** Returns the names of the lists of a record. */
const listsOf = (record: object, prefix = ''): string[] =>
  Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return [`${prefix}${name}`];
    return typeof value === 'object' && value !== null ? listsOf(value, `${prefix}${name}.`) : [];
  });

async function reasonsOf(db: Db, fields: ExplainedField[]): Promise<Record<number, string>> {
  const byHand = fields.flatMap(({ others, ...best }) => [best, ...others]).filter(isByHand);
  const runs = await rowsWhere<IngestRunRow>(
    db,
    'ingest_runs',
    'id',
    byHand.flatMap(({ run }) => run ?? []),
    ['id', 'message'],
  );
  return Object.fromEntries(runs.flatMap(({ id, message }) => (message === null ? [] : [[id, message]])));
}

const isByHand = ({ source }: FieldSaying) => source === 'hand';

/** Returns the fields as text. */
function printExplained({ kind, key, fields, reasons }: Explained): string {
  const lines = fields.flatMap(({ field, others, ...best }) => [
    `  ${field}: ${shown(best.value)}`,
    `    ${sayingOf(best, reasons)}`,
    ...others.map((other) => `    other: ${shown(other.value)} (${sayingOf(other, reasons)})`),
  ]);
  return [`${kind} ${key.join(' ')}`, ...lines].map(printable).join('\n');
}

const shown = (value: unknown): string => cut(JSON.stringify(value), 100);

function sayingOf(
  { source, source_urls, file, line, observed_at, run }: FieldSaying,
  reasons: Record<number, string>,
): string {
  const reason = run === null ? undefined : reasons[run];
  if (observed_at === BEFORE_ALL) return 'from the companies and documents that name it';
  return [
    source,
    ...(file === null ? [] : [`${file} row ${line}`]),
    ...(run === null ? [] : [`run ${run}`]),
    timeText(observed_at),
    ...(reason === undefined ? [] : [`because ${reason}`]),
    ...source_urls,
  ].join(', ');
}
