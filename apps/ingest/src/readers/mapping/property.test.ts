import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findKind } from '../../kinds/index.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { recordsOf } from '../../testing/read.ts';

const event = findKind('event')!;

/** The fields under test, with their rules and what each cell must become; undefined for no value. */
const RULES = {
  'data.name': { rule: 'c0', isRight: (cell: string, value: unknown) => value === cell.trim() },
  'data.amount_raised': { rule: '{ column: c1, money: true, currency: USD }', isRight: isAmount },
  'data.announced_date': {
    rule: '{ column: c2, dates: [D/M/YYYY, M/D/YYYY, "D MMM YYYY"] }',
    isRight: isDay,
  },
  'data.valuation': { rule: "{ column: c3, number: '1.234,56', scale: 1e3 }", isRight: isScaled },
  'data.round_type': { rule: "{ column: c4, pattern: '^round (\\w+)$' }", isRight: isPattern },
};
const FIELDS = Object.keys(RULES) as (keyof typeof RULES)[];

/** Reads an amount in another way than the mapping: by the value of its parts. */
function isAmount(cell: string, value: unknown): boolean {
  const power = { k: 1e3, m: 1e6, mio: 1e6, million: 1e6, bn: 1e9, b: 1e9, crore: 1e7 };
  const unit = /([a-z]+)\.?\s*(?:€|\$|EUR|USD)?\s*\)?$/i
    .exec(cell.replace(/\s*(EUR|USD)\s*\)?$/i, ''))?.[1]
    ?.toLowerCase();
  const digits = (/\d[\d.,' ]*/.exec(cell) ?? [''])[0].trim().replaceAll(/[ ']/g, '');
  const parts = digits.split(/[.,]/);
  const last = parts.at(-1)!;
  const kinds = new Set(digits.match(/[.,]/g));
  const isDecimal =
    parts.length > 1 &&
    (kinds.size === 2 || (parts.length === 2 && last.length !== 3) || /^(0|\d{4,})[.,]/.test(digits));
  const number = Number(isDecimal ? `${parts.slice(0, -1).join('')}.${last}` : parts.join(''));
  const expected = number * (power[unit as keyof typeof power] ?? 1);
  const isNegative = /^\(|^[$€]?\s*-/.test(cell.trim());
  return Math.abs(Number(value) - expected) <= expected * 1e-12 && !isNegative;
}

function isDay(cell: string, value: unknown): boolean {
  const [year, month, day] = String(value).split('-').map(Number);
  const name = new Date(`${String(value)}T00:00:00Z`).toLocaleString('en', {
    month: 'short',
    timeZone: 'UTC',
  });
  const [a, b, c] = cell.trim().split(/[/\s-]+/);
  if (a?.length === 4) return cell.trim() === value;
  if (!/^\d+$/.test(b ?? ''))
    return Number(a) === day && b?.toLowerCase() === name.toLowerCase() && Number(c) === year;
  const numbers = [Number(a), Number(b)];
  const isEither =
    (numbers[0] === day && numbers[1] === month) || (numbers[0] === month && numbers[1] === day);
  // Two possible days are a reject: here one of the numbers is no month, or both are the same.
  return isEither && Number(c) === year && (day! > 12 || day === month);
}

function isScaled(cell: string, value: unknown): boolean {
  const plain = cell
    .trim()
    .replace(/^\+/, '')
    .replace(/^[$€£¥]\s*/, '')
    .replaceAll(/[.\u00a0]/g, '')
    .replace(',', '.');
  return Math.abs(Number(plain) * 1000 - Number(value)) <= Math.abs(Number(value)) * 1e-12;
}

function isPattern(cell: string, value: unknown): boolean {
  return (
    `round ${String(value)}`.toLowerCase().replaceAll('_', '-') ===
    cell.trim().toLowerCase().replaceAll('_', '-')
  );
}

const isEmpty = (field: string, cell: string) =>
  cell.trim() === '' || (field === 'data.round_type' && !/^round \w+$/iu.test(cell.trim()));

const ATOMS = [
  '$',
  '€',
  '-',
  '(',
  ')',
  '1',
  '23',
  '456',
  '0',
  '.',
  ',',
  ' ',
  'M',
  ' million',
  'bn',
  'USD',
  'n/a',
  '~',
  '%',
  '#N/A',
];
const DAYS = [
  '1/2/2024',
  '13/2/2024',
  '2/13/2024',
  '2/2/2024',
  '3 Feb 2024',
  '2024-02-03',
  '31/2/2024',
  '32/1/2024',
  'soon',
];
const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.array(fc.constantFrom(...ATOMS), { maxLength: 6 }).map((atoms) => atoms.join('')),
  fc.constantFrom(
    '$1.2M',
    '€3M',
    '1,200',
    '1.200,5',
    '1.234',
    '36.9 Million',
    '($5)',
    'round a',
    'round A_1',
    'Round',
    '',
  ),
  fc.constantFrom(...DAYS),
);
const table = fc.array(fc.tuple(cell, cell, cell, cell, cell), { minLength: 1, maxLength: 20 });

describe('a mapping', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  it.each(['reject', 'drop'])(
    'reads a value as its rule states, or reports row and field (on_error: %s)',
    async (onError) => {
      const fields = FIELDS.map((field) => `  ${field}: ${RULES[field].rule}`).join('\n');
      const mapping = folder.write(
        'm.yaml',
        `kind: event\non_error: ${onError}\nfields:\n  company: { constant: a.com }\n  event_type: { constant: funding_round }\n${fields}\n`,
      );
      await fc.assert(
        fc.asyncProperty(table, async (rows) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          // A last column keeps a row of empty cells from being skipped.
          const lines = rows.map((cells) => [...cells.map(quoted), 'x'].join(','));
          const path = folder.write('t.csv', ['c0,c1,c2,c3,c4,c5', ...lines, ''].join('\r\n'));
          const read = await recordsOf(event, [path], { mapping });
          expect(read).toHaveLength(rows.length);
          read.forEach((row, i) => {
            const cells = rows[i]!;
            if ('reason' in row) {
              expect(row.reason).toMatch(
                /^(invalid record|invalid text|spreadsheet error|wrong encoding): .*|^unknown field: /,
              );
              if (!row.reason.startsWith('wrong encoding')) expect(row.reason).toMatch(/\bdata\b/);
              return;
            }
            if (!('record' in row)) throw new Error('no row');
            const { data } = row.record as { data: Record<string, unknown> };
            FIELDS.forEach((field, column) => {
              const value = data[field.slice('data.'.length)];
              const isReported = row.warnings.some((warning) =>
                warning.startsWith(`dropped field: ${field} `),
              );
              const shown = JSON.stringify({ field, cell: cells[column], value, warnings: row.warnings });
              if (value === undefined)
                expect([shown, isReported || isEmpty(field, cells[column]!)]).toEqual([shown, true]);
              else
                expect([shown, RULES[field].isRight(cells[column]!, value) && !isReported]).toEqual([
                  shown,
                  true,
                ]);
            });
          });
        }),
        { numRuns: 60 },
      );
    },
  );
});
