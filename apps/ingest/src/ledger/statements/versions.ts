import { addContent, liveStatements, type Content } from '@dossier/shared';
import {
  statementOf,
  type RepeatedStatement,
  type Saying,
  type StatementRow,
  type StoredStatement,
} from '@dossier/store';
import type { Place } from '../../rows/types.ts';
import type { StatementRules } from '../../kinds/kind.ts';
import type { RecordId } from '../../stored/storage.ts';

/** A statement of the batch. */
export interface Version {
  said: StoredStatement;
  text: string;
  earlier: Saying[];
  /** The hash of the row that stated this content; null if the same row must be read again. */
  hash: string | null;
  /** `new` is not stored yet. */
  state: 'stored' | 'changed' | 'new';
  target: { id: RecordId | undefined };
  /** Set for what other records say about a record by naming it. */
  isSeed?: true;
  match?: { id?: number } | undefined;
  /** See `namedJson`. */
  named?: string | null | undefined;
}

/** The most earlier runs with the same content that a statement lists: the first one, and the last ones. */
const MAX_EARLIER = 8;

/** The first run stays in the list, so that undoing all later ones never removes what it stated. */
const listed = (sayings: Saying[]): Saying[] =>
  sayings.length <= MAX_EARLIER ? sayings : [sayings[0]!, ...sayings.slice(1 - MAX_EARLIER)];

const earlierOf = ({ earlier_json }: Pick<StatementRow, 'earlier_json'>): Saying[] =>
  earlier_json === null ? [] : (JSON.parse(earlier_json) as Saying[]);

/** Returns the runs that a repeated statement lists: its earlier ones and its last one. */
function sayingsOf(
  earlier: Saying[],
  { run, observedAt, file, line }: Pick<StoredStatement, 'run' | 'observedAt' | 'file' | 'line'>,
  named: string | null = null,
): Saying[] {
  const last: Saying[] = run === null ? [] : [[run, observedAt, file, line, named]];
  return listed([...earlier, ...last]);
}

/** Returns the columns to update when a row repeats a statement and changes nothing else. */
export function columnsOfRepeated(
  statement: RepeatedStatement,
  place: Place,
  run: number | null,
  now: string,
) {
  const { id, observed_at: observedAt, ...said } = statement;
  return {
    id: Number(id),
    run,
    file: place.file,
    line: place.row,
    observed_at: now,
    earlier_json: JSON.stringify(
      sayingsOf(earlierOf(statement), { ...said, observedAt }, statement.named_json),
    ),
  };
}

/** Returns a stored statement. @param ranks see `readRanks` */
export function versionOf(row: StatementRow, ranks: Map<string, number>): Version {
  return {
    said: statementOf(row, ranks),
    text: row.content_json ?? '',
    earlier: earlierOf(row),
    hash: row.row_hash ?? null,
    state: 'stored',
    target: { id: row.record_id },
    match: row.match_id == null ? undefined : { id: row.match_id },
    named: row.named_json,
  };
}

/** Returns the versions that count: see `liveStatements`. */
export function liveVersions(versions: Version[]): Version[] {
  if (versions.every(({ said }) => said.content !== null && !said.held)) return versions;
  const live = new Set(liveStatements(versions.map(({ said }) => said)));
  return versions.filter(({ said }) => live.has(said));
}

/**
 * Returns the statement of a row: a new one, the last one of its source if the content is the same, or the one of the same
 * load with the additions of the row.
 */
export function changeOf(
  own: Version[],
  fresh: Version,
  { rulesOf }: StatementRules,
): { version: Version; replaces?: Version } {
  const last = own.findLast(({ said }) => own.every((each) => each.said.observedAt <= said.observedAt));
  const { run, observedAt, content } = fresh.said;
  const isOfLoad = last && (run === null ? last.state === 'new' && !last.isSeed : last.said.run === run);
  if (isOfLoad) {
    const both = addContent(last.said.content!, content!, rulesOf(content!));
    const text = JSON.stringify(both);
    if (text === last.text) return { version: last, replaces: last };
    const state = last.state === 'new' ? 'new' : 'changed';
    // No single row states the content of both.
    const hash = null;
    const match = last.match ?? fresh.match;
    return {
      version: { ...last, said: { ...last.said, content: both }, text, hash, state, match },
      replaces: last,
    };
  }
  const isSame = (each: Version) => each.text === fresh.text || isPartOf(content!, each.said.content!);
  const repeated =
    last && isSame(last) && last.said.observedAt <= observedAt
      ? last
      : own.findLast((each) => each.said.observedAt === observedAt && isSame(each));
  if (!repeated) return { version: fresh };
  if (repeated.state === 'new') return { version: repeated, replaces: repeated };
  const { said, earlier } = repeated;
  const version: Version = {
    ...repeated,
    said: { ...fresh.said, id: said.id, content: said.content },
    earlier: sayingsOf(earlier, said, repeated.named),
    hash: fresh.hash,
    state: 'changed',
    match: fresh.match,
    named: fresh.named,
  };
  return { version, replaces: repeated };
}

/** Returns whether a row only adds items to lists, and the source has stated all of them before. */
function isPartOf(content: Content, before: Content): boolean {
  const added = Object.keys(content).filter((name) => name.startsWith('add_'));
  if (added.length === 0) return false;
  return Object.entries(content).every(([name, value]) => {
    if (!added.includes(name)) return JSON.stringify(value) === JSON.stringify(before[name]);
    const known = new Set(((before[name] ?? []) as unknown[]).map((item) => JSON.stringify(item)));
    return (value as unknown[]).every((item) => known.has(JSON.stringify(item)));
  });
}

/** Returns the columns of a statement. */
export const columnsOf = ({
  said: { source, run, file, line, observedAt, mergedFrom, held },
  text,
  earlier,
  hash,
  match,
  named,
}: Version) => ({
  source,
  run,
  file,
  line,
  content_json: text,
  observed_at: observedAt,
  earlier_json: earlier.length === 0 ? null : JSON.stringify(earlier),
  match_id: match?.id ?? null,
  row_hash: hash,
  merged_from: mergedFrom ?? null,
  held: held ? true : null,
  named_json: named ?? null,
});

/** Returns the row of a new statement. */
export const rowOf = (kind: string, version: Version) => ({
  kind,
  record: version.target,
  ...columnsOf(version),
});
