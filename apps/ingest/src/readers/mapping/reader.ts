import type { Kind } from '../../kinds/kind.ts';
import { cellAt, columnsIn, listOfObjects } from '../../rows/items-at.ts';
import { setAt } from '../../rows/schema.ts';
import { isObject, isReject, LoadError, type Parsed, type Row } from '../../rows/types.ts';
import type { Reader } from '../reader.ts';
import { applyMapping } from './apply.ts';
import type { Mapping } from './file.ts';

/** Rows with more columns than this have data for keys, so no column is checked. */
const MAX_COLUMNS = 10_000;

/** Turns the rows of foreign tables into records of the kind. @throws LoadError when a column is missing */
export const mappedReader = (reader: Reader, mapping: Mapping, kind: Kind): Reader => ({
  async *read(source) {
    const columns = new Set<string>();
    let isChecked = false;
    let listed: string | undefined;
    const check = (known: string[]) => {
      isChecked = true;
      try {
        mapping.checkColumns(known, source.name);
      } catch (error) {
        if (!(error instanceof LoadError) || listed === undefined) throw error;
        throw new LoadError(
          `${error.message} The records may be in ${listed}: add "rows: ${listed}.*" to the mapping.`,
        );
      }
      return undefined;
    };
    for await (const row of reader.read({
      ...source,
      rows: mapping.rows,
      sheet: mapping.sheet,
      separator: mapping.separator,
      onColumns: check,
    })) {
      if (isReject(row)) {
        const given = (row.given ?? []).map((value) => readableFields({ value }, kind, mapping));
        yield { ...row, given };
      } else if (row.kind !== undefined && row.kind !== kind.name) yield row;
      else {
        // Repaired rows are only some rows of their table, and may lack a column together.
        if (mapping.rows === undefined) listed ??= listOfObjects(row.value);
        if (!isChecked && row.hint === undefined && columns.size < MAX_COLUMNS) {
          for (const column of columnsIn([{ value: row.value, around: row.around ?? [] }]))
            columns.add(column);
        }
        yield mapped(row, kind, mapping);
      }
    }
    if (!isChecked && columns.size > 0 && columns.size < MAX_COLUMNS) check([...columns]);
  },
});

function mapped(source: Row, kind: Kind, mapping: Mapping): Parsed {
  const { file, row, value, around, isText, warnings = [] } = source;
  const origin = { file, row, raw: rawOf(source, mapping), ...(isText && { isText }) };
  if (!isObject(value)) return { ...origin, value, warnings };
  const record = applyMapping(mapping, kind.record, { cells: value, around });
  return 'reason' in record
    ? { ...origin, reason: record.reason, given: [readableFields(source, kind, mapping)] }
    : { ...origin, value: record.record, warnings: [...warnings, ...record.warnings] };
}

/** The row with the columns of the objects around it, so that its reject can be loaded by itself. */
function rawOf({ value, raw = value, around }: Row, mapping: Mapping): unknown {
  if (!around || !isObject(value)) return raw;
  const outer = mapping.outer.map((column) => [column, cellAt(value, column, around)]);
  return { ...value, ...Object.fromEntries(outer) };
}

/** The fields of a rejected row whose rules can be applied. */
function readableFields(
  { value, around }: Pick<Row, 'value' | 'around'>,
  kind: Kind,
  mapping: Mapping,
): unknown {
  if (!isObject(value)) return value;
  const record: Record<string, unknown> = {};
  for (const rule of mapping.fields) {
    const path = rule[0].split('.');
    const one = { ...mapping, fields: [rule], reject: [] };
    const read = applyMapping(one, kind.record, { cells: value, around });
    const found = 'record' in read ? path.reduce<unknown>(valueIn, read.record) : undefined;
    if (found !== undefined) setAt(record, path, found);
  }
  return record;
}

const valueIn = (at: unknown, key: string): unknown =>
  at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined;
