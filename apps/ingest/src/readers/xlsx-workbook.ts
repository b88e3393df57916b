/** What a spreadsheet has besides the values of its cells. */
export interface Workbook {
  /** The name of the sheet to read. */
  sheet: string;
  /** A warning when other sheets are not read. */
  warning: string | undefined;
  /** Cells with an error such as `#N/A`; rows and columns count from 1. */
  errors: { row: number; column: number; error: string }[];
  /** The address of a formula without a stored value, by row. */
  uncomputed: Map<number, string>;
}

const NEEDED = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/;
const CELL = /<c\b([^>]*?)(?:\/>|>([^]*?)<\/c>)/g;

/**
 * Finds the sheet of a spreadsheet, and its cells without a value.
 * @param name the sheet to read; the first one when absent
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
  const textOf = (path: string) => (files[path] ? strFromU8(files[path]) : '');
  const sheets = elements(textOf('xl/workbook.xml'), 'sheet');
  if (sheets.length === 0)
    return { reason: 'wrong format: the file is a ZIP archive, not a spreadsheet; unpack it' };
  const names = sheets.map((each) => each['name'] ?? '');
  const sheet = name ?? names[0]!;
  const found = sheets.find((each) => each['name'] === sheet);
  if (!found)
    return {
      reason: `wrong sheet: there is no sheet "${sheet}"; the file has ${names.map((each) => `"${each}"`).join(', ')}`,
    };
  const target = elements(textOf('xl/_rels/workbook.xml.rels'), 'Relationship').find(
    ({ Id }) => Id === found['r:id'],
  )?.['Target'];
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const others = names.length - 1;
  const warning =
    name === undefined && others > 0
      ? `other sheets: only "${sheet}" is read; name another one of ${names.length} with sheet in the mapping`
      : undefined;
  return { sheet, warning, ...faults(textOf(path)) };
}

function faults(xml: string): Pick<Workbook, 'errors' | 'uncomputed'> {
  const errors: Workbook['errors'] = [];
  const uncomputed: Workbook['uncomputed'] = new Map();
  for (const [, attributes, body = ''] of xml.matchAll(CELL)) {
    const [, letters, digits] = /\br="([A-Z]+)(\d+)"/.exec(attributes!) ?? [];
    if (letters === undefined) continue;
    const row = Number(digits);
    const [, value] = /<v>([^<]*)<\/v>/.exec(body) ?? [];
    if (/\bt="e"/.test(attributes!))
      errors.push({ row, column: columnOf(letters), error: value ?? '#VALUE!' });
    else if (/<f[\s>/]/.test(body) && value === undefined && !uncomputed.has(row))
      uncomputed.set(row, letters + digits);
  }
  return { errors, uncomputed };
}

/** Returns the number of a column: A is 1, AA is 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the attributes of all elements of a name in XML that a spreadsheet program wrote. */
function elements(xml: string, name: string): Record<string, string>[] {
  const tags = [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))];
  return tags.map(([, attributes]) =>
    Object.fromEntries(
      [...attributes!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, unescaped(value!)]),
    ),
  );
}

const unescaped = (text: string): string =>
  text.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
