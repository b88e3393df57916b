/** A row of a pasted table, with its number in the table: the header is row 1. */
export type Row = { row: number; cells: string[] };

/**
 * What separates cells: tabs in what spreadsheets copy, otherwise the sign that the header has most of outside quotes. Of
 * as many semicolons as commas it is the semicolon, because names and numbers have commas.
 */
function separatorOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const count = (sign: string) => bare.split(sign).length;
  if (bare.includes('\t')) return '\t';
  return count(',') > count(';') ? ',' : ';';
}

/** Cuts a pasted table into rows and cells. Quoted cells may contain separators, line ends and doubled quotes. */
export function cutTable(text: string): Row[] {
  const separator = separatorOf(/^\s*([^\r\n]*)/.exec(text)![1]!);
  const rows: Row[] = [];
  let cells: string[] = [];
  // A cell is quoted, or ends at the next separator or line end.
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"[^\\S\\r\\n${separator}]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`,
    'gy',
  );
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    const [, quoted, plain = '', end] = found;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s+/g, ' ').trim());
    if (end === separator) continue;
    rows.push({ row: rows.length + 1, cells });
    cells = [];
    if (cell.lastIndex >= text.length) break;
  }
  return rows.filter((one) => one.cells.some((each) => each !== ''));
}
