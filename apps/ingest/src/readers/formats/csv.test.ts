import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chunked, collect } from '../../testing/files.ts';
import { cutCsv } from './cut-csv.ts';
import { readCsv } from './csv.ts';

const read = (text: string, size = 3) => collect(readCsv(chunked(text, size), ',', () => {}));

describe('CSV', () => {
  it.each([
    ['\n', 'LF'],
    ['\r\n', 'CRLF'],
    ['\r', 'CR alone'],
  ])(
    'reads quoted line endings and rows that end in %j (%s), and numbers rows like a spreadsheet',
    async (end) => {
      const text = ['name,note', `A,"two${end}lines"`, '', 'B,"say ""hi"""', 'C,5" disk', ''].join(end);
      expect(await read(text)).toEqual([
        { row: 2, cells: { name: 'A', note: `two${end}lines` } },
        { row: 4, cells: { name: 'B', note: 'say "hi"' } },
        { row: 5, cells: { name: 'C', note: '5" disk' } },
      ]);
    },
  );

  it.each([';', '\t', '|', ','])('finds the delimiter %j in the header', async (mark) => {
    const text = `\r\n"a,1"${mark}b${mark}c\r\n1,5${mark}"x${mark}y"${mark}3\r\n`;
    const row = mark === ',' ? text.replace('1,5', '"1,5"') : text;
    expect(await collect(readCsv(chunked(row, 3), undefined, () => {}))).toEqual([
      { row: 3, cells: { 'a,1': '1,5', b: `x${mark}y`, c: '3' } },
    ]);
  });

  it('reads spreadsheet exports in chunks of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') });
    const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    const end = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(rows, end, fc.integer({ min: 1, max: 9 }), async (written, lineEnd, size) => {
        const quoted = (text: string) => (/^"|[,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const text = written.map((row) => row.map(quoted).join(',') + lineEnd).join('');
        const pieces = await collect(cutCsv(chunked(text, size), ','));
        expect(pieces.map(({ cells, reason }) => reason ?? cells)).toEqual(written);
      }),
    );
  });

  it('rejects a row with more or fewer cells than the header, and reads the next rows', async () => {
    expect(await read('a,b\n1,2,3\n4,5\n6\n')).toEqual([
      {
        row: 2,
        reason: expect.stringMatching(/^wrong number of cells: .* 3, the header row 2/),
        raw: 'a,b\n1,2,3',
        // The cell that is one too many may stand before or behind those that are right.
        given: [
          { a: '1', b: '2' },
          { a: '2', b: '3' },
        ],
        isGuess: true,
      },
      { row: 3, cells: { a: '4', b: '5' } },
      {
        row: 4,
        reason: expect.stringMatching(/^wrong number of cells: /),
        raw: 'a,b\n6',
        given: [{ a: '6' }, { b: '6' }],
        isGuess: true,
      },
    ]);
  });

  it.each([1, 3, 1000])('rejects the lines joined by a stray quote, in chunks of %i', async (size) => {
    const lines = ['a,b,c', '1,"Name 1,x', '2,Name 2,x', '3,"Name 3 ""quoted""",x', '4,"Name 4",x', ''];
    expect(await read(lines.join('\n'), size)).toEqual([
      {
        row: 2,
        reason: expect.stringMatching(
          /^wrong quotes: the row spans lines 2 to 4, where a quote is closed in the middle of a cell; /,
        ),
        raw: lines.slice(0, 4).join('\n'),
        given: [{ a: '1' }],
        hidesRows: true,
      },
      { row: 5, cells: { a: '4', b: 'Name 4', c: 'x' } },
    ]);
    expect(await read('a,b\n1,"x" y\n2,"z"\n', size)).toEqual([
      {
        row: 2,
        reason: expect.stringMatching(/^wrong quotes: the row is line 2, /),
        raw: 'a,b\n1,"x" y',
        given: [{ a: '1' }],
      },
      { row: 3, cells: { a: '2', b: 'z' } },
    ]);
  });

  it('reports the lines of an unclosed quote', async () => {
    expect(await read('a,b\n1,2\n3,"open\n5,6\n')).toEqual([
      { row: 2, cells: { a: '1', b: '2' } },
      {
        row: 3,
        reason: expect.stringMatching(/^truncated file: a quote .*; the row spans lines 3 to 4, the end/),
        raw: 'a,b\n3,"open\n5,6\n',
        given: [{}],
        hidesRows: true,
      },
    ]);
  });

  it('warns about values in a column without a name', async () => {
    expect(await read('a,,b\n1,,2\n3,x,4\n')).toEqual([
      { row: 2, cells: { a: '1', b: '2' } },
      {
        row: 3,
        cells: { a: '3', b: '4' },
        warnings: [expect.stringMatching(/^unnamed column: .* column 2; /)],
      },
    ]);
  });

  it('rejects a table with two columns of the same name, and skips rows without content', async () => {
    expect(await read('a,a\n1,2\n')).toEqual([
      { row: 1, reason: expect.stringMatching(/^wrong header row: .*"a"/), raw: 'a,a', hidesRows: true },
    ]);
    expect(await read('\n,\na,b\n,\n1,2')).toEqual([{ row: 5, cells: { a: '1', b: '2' } }]);
  });
});
