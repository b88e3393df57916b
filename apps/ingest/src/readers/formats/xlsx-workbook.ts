import { deletedStyles, markedTexts } from './xlsx-marks.ts';

/** What a spreadsheet has besides the values of its cells. */
export interface Workbook {
  /** The name of the sheet to read. */
  sheet: string;
  /** What is not read, or hidden, as far as it is not a matter of one row. */
  warnings: string[];
  /** Whether days are counted since 1904, and the library does not know it. */
  isShifted: boolean;
  /** Whether days are counted since 1904. */
  is1904: boolean;
  /** Numbers of hidden rows. */
  hiddenRows: Set<number>;
  /** The ranges of merged cells, such as `A2:A4`, by their rows. */
  merged: Map<number, string>;
  /** Cells with another text than their characters: an error such as `#N/A`, or raised or deleted parts. */
  texts: { row: number; column: number; text: string; warning?: string }[];
  /** The address of a cell that is struck through, by row. */
  deleted: Map<number, string>;
  /** The address of a formula without a stored value, by row. */
  uncomputed: Map<number, string>;
}

const NEEDED =
  /^xl\/(workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/;
const CELL = /<c\b([^>]*?)(?:\/>|>([^]*?)<\/c>)/g;

/**
 * Finds the sheet of a spreadsheet, and its cells without a value.
 * @param name the sheet to read; the first visible one with cells when absent
 * @param maxBytes the most bytes that its files may have decompressed
 */
export async function inspectWorkbook(
  bytes: Uint8Array,
  name: string | undefined,
  maxBytes: number,
): Promise<Workbook | { reason: string } | undefined> {
  const { unzipSync, strFromU8 } = await import('fflate');
  let size = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name: path, originalSize }) => {
        size += originalSize;
        return NEEDED.test(path) && size <= maxBytes;
      },
    });
  } catch (error) {
    return { reason: `damaged file: the spreadsheet cannot be unpacked (${(error as Error).message})` };
  }
  if (size > maxBytes) return undefined;
  // Some programs give all elements a prefix: `<x:c>`. Attributes such as `r:id` keep theirs.
  const textOf = (path: string) =>
    files[path] ? strFromU8(files[path]).replaceAll(/(<\/?)[\w.-]+:/g, '$1') : '';
  const sheets = elements(textOf('xl/workbook.xml'), 'sheet');
  if (sheets.length === 0)
    return { reason: 'wrong format: the file is a ZIP archive, not a spreadsheet; unpack it' };
  const names = sheets.map((each) => each['name'] ?? '');
  const targets = elements(textOf('xl/_rels/workbook.xml.rels'), 'Relationship');
  const pathOf = (each: Record<string, string>): string => {
    const target = targets.find(({ Id }) => Id === each['r:id'])?.['Target'];
    return target?.startsWith('/') ? target.slice(1) : `xl/${target}`;
  };
  const shown = names.map((each) => `"${each}"`).join(', ');
  const visible = sheets.filter((each) => !isHidden(each) && !pathOf(each).includes('chartsheets/'));
  const found = name === undefined ? visible[0] : sheets.find((each) => each['name'] === name);
  if (!found)
    return name === undefined
      ? { reason: `hidden sheet: all sheets are hidden: ${shown}; name one with sheet in the mapping` }
      : { reason: `wrong sheet: there is no sheet "${name}"; the file has ${shown}` };
  const sheet = found['name'] ?? '';
  const hidden = sheets.filter(isHidden).length;
  const others = names.length - 1;
  const warnings: string[] = [];
  if (name === undefined && others > 0) {
    const which = hidden > 0 ? `${names.length}, of which ${hidden} hidden,` : String(names.length);
    warnings.push(
      `other sheets: only "${sheet}" is read; name another one of ${which} with sheet in the mapping`,
    );
  }
  if (isHidden(found)) warnings.push(`hidden sheet: "${sheet}", which the mapping names, is hidden`);
  const [date1904] = elements(textOf('xl/workbook.xml'), 'workbookPr').map((each) => each['date1904']);
  const is1904 = date1904 === '1' || date1904 === 'true';
  const contents = contentsOf(textOf(pathOf(found)), {
    shared: markedTexts(textOf('xl/sharedStrings.xml'), 'si'),
    deleted: deletedStyles(textOf('xl/styles.xml')),
  });
  if (contents.hiddenColumns.length > 0)
    warnings.push(
      `hidden columns: ${contents.hiddenColumns.join(', ')} of "${sheet}" are hidden, and read by their names`,
    );
  // The library knows only "1".
  return { sheet, warnings, is1904, isShifted: date1904 === 'true', ...contents };
}

const isHidden = ({ state }: Record<string, string>): boolean => state === 'hidden' || state === 'veryHidden';
const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

type Contents = Pick<Workbook, 'texts' | 'deleted' | 'uncomputed' | 'hiddenRows' | 'merged'> & {
  hiddenColumns: string[];
};

/** @param marks the shared texts with marks by their number, and the numbers of styles that strike a cell through */
function contentsOf(xml: string, marks: { shared: Map<number, string>; deleted: Set<number> }): Contents {
  const texts: Workbook['texts'] = [];
  const deleted: Workbook['deleted'] = new Map();
  const uncomputed: Workbook['uncomputed'] = new Map();
  const filled = new Set<string>();
  for (const [, attributes, body = ''] of xml.matchAll(CELL)) {
    const [, letters, digits] = /\br="([A-Z]+)(\d+)"/.exec(attributes!) ?? [];
    if (letters === undefined) continue;
    const row = Number(digits);
    const [, value] = /<v>([^<]*)<\/v>/.exec(body) ?? [];
    const address = letters + digits;
    if (body !== '') filled.add(address);
    const [, type] = /\bt="(\w+)"/.exec(attributes!) ?? [];
    const [, style = '0'] = /\bs="(\d+)"/.exec(attributes!) ?? [];
    if (body !== '' && marks.deleted.has(Number(style))) deleted.set(row, address);
    const marked =
      type === 's'
        ? marks.shared.get(Number(value))
        : type === 'inlineStr'
          ? markedTexts(body, 'is').get(0)
          : undefined;
    if (type === 'e') texts.push({ row, column: columnOf(letters), text: value ?? '#VALUE!' });
    else if (marked !== undefined) {
      const warning = `raised or deleted text: ${address} is read as ${JSON.stringify(marked)}`;
      texts.push({ row, column: columnOf(letters), text: marked, warning });
    } else if (/<f[\s>/]/.test(body) && value === undefined && !uncomputed.has(row))
      uncomputed.set(row, address);
  }
  let row = 0;
  const hiddenRows = new Set<number>();
  for (const { r, hidden, ht } of elements(xml, 'row')) {
    row = r === undefined ? row + 1 : Number(r);
    if (isTrue(hidden) || Number(ht) === 0) hiddenRows.add(row);
  }
  const hiddenColumns = elements(xml, 'col').flatMap(({ min, max, hidden, width }) => {
    const isSeen = !isTrue(hidden) && Number(width) !== 0;
    return isSeen || Number(max) > WIDEST
      ? []
      : [min === max ? lettersOf(Number(min)) : `${lettersOf(Number(min))}:${lettersOf(Number(max))}`];
  });
  const merged: Workbook['merged'] = new Map();
  for (const { ref = '' } of elements(xml, 'mergeCell')) {
    const [, first, from, to] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(ref) ?? [];
    if (first === undefined || !filled.has(`${first}${from}`)) continue;
    for (let at = Number(from); at <= Math.min(Number(to), Number(from) + MAX_MERGED); at++)
      merged.set(at, ref);
  }
  return { texts, deleted, uncomputed, hiddenRows, hiddenColumns, merged };
}

/** Columns to the end of a sheet are hidden to show only the table. */
const WIDEST = 16_383;
/** Rows of one merged cell. */
const MAX_MERGED = 100_000;

/** Returns the number of a column: A is 1, AA is 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Returns the letters of a column: 27 is AA. */
const lettersOf = (column: number): string =>
  column <= 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the attributes of all elements of a name in XML that a spreadsheet program wrote. */
function elements(xml: string, name: string): Record<string, string>[] {
  const tags = [...xml.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))];
  return tags.map(([, attributes]) =>
    Object.fromEntries(
      [...attributes!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, unescaped(value!)]),
    ),
  );
}

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,6}|x[\da-f]{1,5})|(\w+));/gi, (whole, code?: string, entity?: string) =>
    code === undefined
      ? (ENTITIES[entity ?? ''] ?? whole)
      : String.fromCodePoint(Number(code.replace(/^x/i, '0x'))),
  );
