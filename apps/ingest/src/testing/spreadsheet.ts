import { strToU8, zipSync } from 'fflate';

/** A cell: a value, a date (written as a number with a style), a formula with or without its value, or an error. */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | { date: string }
  /** A number that is formatted as a date. */
  | { serial: number }
  | { formula: string; value?: number | string }
  | { error: string }
  /** The XML of the runs of a text, in the table of texts or in the cell. */
  | { runs: string; isInline?: true }
  /** A text that is struck through as a whole. */
  | { struck: string };

/** Attributes of a workbook and its sheets, and the XML of columns and merged cells. */
interface SheetOptions {
  date1904?: string;
  /** `hidden` or `veryHidden`, by sheet. */
  states?: Record<string, string>;
  /** Rows of all sheets, from 1. */
  hiddenRows?: number[];
  columns?: string;
  merged?: string[];
}

/** Writes a spreadsheet as Excel does: texts in a table of their own, dates as days since 1900. */
export function spreadsheet(sheets: Record<string, SheetCell[][]>, options: SheetOptions = {}): Uint8Array {
  const texts: string[] = [];
  const names = Object.keys(sheets);
  const sheetFiles = names.map((name, i) => [
    `xl/worksheets/sheet${i + 1}.xml`,
    sheetXml(sheets[name]!, texts, options),
  ]);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const list = (make: (name: string, n: number) => string) =>
    names.map((name, i) => make(name, i + 1)).join('');
  const files: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}">${options.date1904 === undefined ? '' : `<workbookPr date1904="${options.date1904}"/>`}<sheets>${list((name, n) => `<sheet name="${escaped(name)}" sheetId="${n}"${options.states?.[name] === undefined ? '' : ` state="${options.states[name]}"`} r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list((_, n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId98" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId99" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/></font><font><strike/></font></fonts><cellXfs count="3"><xf numFmtId="0" fontId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>`,
    ],
    ...(sheetFiles as [string, string][]),
    [
      'xl/sharedStrings.xml',
      `<sst xmlns="${main}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ],
  ];
  return zipSync(
    Object.fromEntries(
      files.map(([path, text]) => [path, strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`)]),
    ),
  );
}

function sheetXml(
  rows: SheetCell[][],
  texts: string[],
  { hiddenRows = [], columns = '', merged = [] }: SheetOptions,
): string {
  const cell = (value: SheetCell, address: string): string => {
    if (value === null) return '';
    const text = (xml: string, style = '') =>
      `<c r="${address}"${style} t="s"><v>${texts.push(xml) - 1}</v></c>`;
    if (typeof value === 'string') return text(plain(value));
    if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if ('date' in value) {
      const days = Date.parse(value.date) / 86_400_000 + 25_569;
      return `<c r="${address}" s="1"><v>${days}</v></c>`;
    }
    if ('serial' in value) return `<c r="${address}" s="1"><v>${value.serial}</v></c>`;
    if ('struck' in value) return text(plain(value.struck), ' s="2"');
    if ('runs' in value)
      return value.isInline ? `<c r="${address}" t="inlineStr"><is>${value.runs}</is></c>` : text(value.runs);
    if ('error' in value) return `<c r="${address}" t="e"><f>1/0</f><v>${value.error}</v></c>`;
    const type = typeof value.value === 'string' ? ' t="str"' : '';
    return `<c r="${address}"${type}><f>${escaped(value.formula)}</f>${value.value === undefined ? '' : `<v>${value.value}</v>`}</c>`;
  };
  const lines = rows.map(
    (row, r) =>
      `<row r="${r + 1}"${hiddenRows.includes(r + 1) ? ' hidden="1"' : ''}>${row.map((value, c) => cell(value, `${String.fromCharCode(65 + c)}${r + 1}`)).join('')}</row>`,
  );
  const merges =
    merged.length === 0
      ? ''
      : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${columns}<sheetData>${lines.join('')}</sheetData>${merges}</worksheet>`;
}

const plain = (text: string): string => `<t xml:space="preserve">${escaped(text)}</t>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
