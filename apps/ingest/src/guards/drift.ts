import { createHash } from 'node:crypto';
import { printable, timeText } from '../report/printable.ts';
import { Refusal } from '../report/refusal.ts';
import type { ColumnProfile, SourceProfile, ValueType } from '../readers/profile.ts';
import { cut } from '../rows/cut.ts';

/** A difference between a source and its last load. */
interface DriftChange {
  /** Begins with its class: `missing column: "cik"`. */
  message: string;
  column?: string;
}

/** How a source differs from its last load. */
export interface Drift {
  /** The name of the source, or its paths. */
  source: string;
  /** When the last load began. */
  since: string;
  changes: DriftChange[];
}

/** From which differences on a source counts as changed. docs/data-team/drift.md lists them too; a test compares. */
export const DRIFT_LIMITS = {
  /** Percentage points by which the share of filled rows, or of a type among filled rows, may change. */
  points: 10,
  /** Percentage of rows that may be missing. */
  fewerRows: 20,
  /** Percentage of rows that may be added. */
  moreRows: 100,
  /** Rows that both loads must have for shares to be compared, and the last load for its row count. */
  leastRows: 20,
};

/** The longest key of a source that is stored as it is: databases limit the keys of an index. */
const MAX_KEY = 500;

/** The parts of the name of a load's source. */
interface SourceName {
  /** As reports show them. */
  paths: string[];
  /** The hashes of the queries of remote paths. */
  queries: string[];
  source: string | undefined;
  mapping: string | undefined;
}

/**
 * Returns the name under which the loads of a source are compared: the name of the source with its mapping and the
 * queries of its addresses, which distinguish its tables, or by default the paths. Undefined for standard input without
 * a name.
 */
export function driftKey({ paths, queries, source, mapping }: SourceName): string | undefined {
  if (source === undefined && paths.includes('-')) return undefined;
  const file = mapping?.split(/[\\/]/).at(-1);
  const named = [source, file, ...queries].filter((part) => part !== undefined);
  const key = (source === undefined ? paths : named).join(' ');
  return key.length <= MAX_KEY ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

/** Returns the differences between two loads of a source: rows, then columns in the order of the source. */
export function driftBetween(last: SourceProfile, now: SourceProfile): DriftChange[] {
  const changes: DriftChange[] = [];
  const { points, fewerRows, moreRows, leastRows } = DRIFT_LIMITS;
  const isFewer = now.rows * 100 < last.rows * (100 - fewerRows);
  const isMore = now.rows * 100 > last.rows * (100 + moreRows);
  if (last.rows >= leastRows && (isFewer || isMore))
    changes.push({ message: `row count: ${now.rows} rows; the last load had ${last.rows}` });
  // Keys that are data differ in every load.
  if (last.isCut || now.isCut) return changes;
  const [before, after] = [last, now].map(({ columns }) => new Map(Object.entries(columns)));
  const isCommon = ({ present }: ColumnProfile, rows: number) => rows === 0 || present * 100 >= rows * points;
  for (const [column, profile] of before!) {
    if (!after!.has(column) && isCommon(profile, last.rows))
      changes.push({ column, message: `missing column: ${named(column)}` });
  }
  for (const [column, profile] of after!) {
    const known = before!.get(column);
    if (!known) {
      if (isCommon(profile, now.rows)) changes.push({ column, message: `new column: ${named(column)}` });
      continue;
    }
    const filled = [share(known.filled, last.rows), share(profile.filled, now.rows)] as const;
    if (Math.min(last.rows, now.rows) >= leastRows && Math.abs(filled[1] - filled[0]) >= points) {
      const message = `fill rate: ${named(column)} is filled in ${percent(filled[1])} of the rows; in the last load, ${percent(filled[0])}`;
      changes.push({ column, message });
    }
    if (Math.min(known.filled, profile.filled) < leastRows) continue;
    const type = mostChanged(known, profile);
    if (type !== undefined) changes.push({ column, message: `changed type: ${named(column)} ${type}` });
  }
  return changes;
}

/** Describes the type whose share grew most; undefined if no share changed enough. */
function mostChanged(last: ColumnProfile, now: ColumnProfile): string | undefined {
  const shareOf = ({ types, filled }: ColumnProfile, type: ValueType) => share(types[type] ?? 0, filled);
  const grown = (Object.keys(now.types) as ValueType[])
    .map((type) => ({ type, from: shareOf(last, type), to: shareOf(now, type) }))
    .sort((a, b) => b.to - b.from - (a.to - a.from))[0];
  if (!grown || grown.to - grown.from < DRIFT_LIMITS.points) return undefined;
  return `is ${grown.type} in ${percent(grown.to)} of its values; in the last load, ${percent(grown.from)}`;
}

/** Returns why `--strict-schema` refuses a load; undefined if its source has not changed. */
export function tooMuchDrift({ changes, since }: Drift): Refusal | undefined {
  if (changes.length === 0) return undefined;
  const shown = changes.slice(0, SHOWN).map(({ message }) => message);
  const more = changes.length > SHOWN ? [`${changes.length - SHOWN} more`] : [];
  const list = [...shown, ...more].join('; ');
  const day = `${timeText(since)} UTC`;
  return new Refusal(
    'schema',
    `the source differs from its last load of ${day}: ${list}. To accept it, load it without --strict-schema.`,
  );
}

const SHOWN = 5;
const MAX_SHOWN_NAME = 60;

const named = (column: string): string => `"${cut(printable(column), MAX_SHOWN_NAME)}"`;

const share = (n: number, of: number): number => (of === 0 ? 0 : (n / of) * 100);
/** Rounded away from 0% and 100%, which mean none and all. */
const percent = (value: number): string => {
  const whole = Math.round(value);
  if (whole === 0 && value > 0) return 'less than 1%';
  return whole === 100 && value < 100 ? 'more than 99%' : `${whole}%`;
};
