import type { Kind } from '../kinds/kind.ts';
import { hasField, recordOfCells } from '../rows/schema.ts';
import { isObject, isReject, type Parsed } from '../rows/types.ts';
import type { Reader } from './reader.ts';

/** Turns the cells of tables, which are text, into records of the kind; other rows pass unchanged. */
export const tableReader = (reader: Reader, kind: Kind): Reader => ({
  read: (source) =>
    recordsOf(reader.read({ ...source, onColumns: (columns) => headProblem(kind, columns) }), kind),
});

async function* recordsOf(rows: AsyncIterable<Parsed>, { record: schema }: Kind): AsyncGenerator<Parsed> {
  const recordOf = (value: unknown) => (isObject(value) ? recordOfCells(schema, value) : { record: value });
  for await (const row of rows) {
    if (!row.isText) yield row;
    else if (isReject(row)) {
      yield { ...row, given: (row.given ?? []).map((value) => recordOf(value).record) };
    } else {
      const { file, row: number, value, raw = value, isText } = row;
      const { record, reason } = recordOf(value) as ReturnType<typeof recordOfCells>;
      if (reason === undefined) yield { ...row, value: record, raw };
      else yield { file, row: number, reason, raw, isText, given: [record] };
    }
  }
}

/** Without any known column the file is not the one that was meant, is an error page, or needs a mapping. */
function headProblem({ record, plural }: Kind, columns: string[]): string | undefined {
  if (columns.some((column) => hasField(record, column))) return undefined;
  const shown = columns.slice(0, 3).map((column) => JSON.stringify(column.slice(0, 40)));
  const list = `${shown.join(', ')}${columns.length > 3 ? ', …' : ''}`;
  return `wrong header row: no column is a field of ${plural}: ${list}; map the columns with --mapping; the file is not read`;
}
