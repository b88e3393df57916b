import { columnsIn, listOfObjects, pathParts } from '../../rows/items-at.ts';
import { isReject } from '../../rows/types.ts';
import { readForeign } from '../open.ts';

/** More names than this are data for keys. */
const MAX_COLUMNS = 10_000;

/**
 * Returns the columns of a file: the header of a table, or all names in the rows of JSON and YAML. Empty for a file
 * without readable rows.
 * @param onList called with the field of the only row that has a list of objects, which may be the rows
 */
export async function columnsOfFile(
  path: string,
  { rows, ...reading }: { rows?: string; encoding?: string; sheet?: string; separator?: string },
  onList?: (field: string) => void,
): Promise<string[]> {
  let header: string[] | undefined;
  const found = new Set<string>();
  const onColumns = (columns: string[]) => {
    header = columns;
    return undefined;
  };
  let list: string | undefined;
  let read = 0;
  const parts = rows === undefined ? undefined : pathParts(rows);
  for await (const row of readForeign(path, { ...reading, rows: parts, onColumns })) {
    if (header) return header;
    if (isReject(row)) continue;
    read += 1;
    list = read === 1 && rows === undefined ? listOfObjects(row.value) : undefined;
    for (const column of columnsIn([{ value: row.value, around: row.around ?? [] }])) found.add(column);
    if (found.size > MAX_COLUMNS) return [];
  }
  if (list !== undefined) onList?.(list);
  return header ?? [...found];
}
