import { describe, expect, it } from '@jest/globals';
import { chunked, collect } from '../testing/files.ts';
import { readCsv } from './parse-csv.ts';

const read = (text: string, size = 3) => collect(readCsv(chunked(text, size), ',', () => {}));

describe('CSV', () => {
  it.each([
    ['\n', 'LF'],
    ['\r\n', 'CRLF'],
    ['\r', 'CR alone'],
  ])(
    'reads quoted line ends, and rows that end in %j (%s), and counts as a spreadsheet does',
    async (end) => {
      const text = ['name,note', `A,"two${end}lines"`, '', 'B,"say ""hi"""', 'C,5" disk', ''].join(end);
      expect(await read(text)).toEqual([
        { row: 2, cells: { name: 'A', note: `two${end}lines` } },
        { row: 4, cells: { name: 'B', note: 'say "hi"' } },
        { row: 5, cells: { name: 'C', note: '5" disk' } },
      ]);
    },
  );

  it.each([';', '\t', '|', ','])('sees by the head that %j parts the cells', async (mark) => {
    const text = `\r\n"a,1"${mark}b${mark}c\r\n1,5${mark}"x${mark}y"${mark}3\r\n`;
    const row = mark === ',' ? text.replace('1,5', '"1,5"') : text;
    expect(await collect(readCsv(chunked(row, 3), undefined, () => {}))).toEqual([
      { row: 3, cells: { 'a,1': '1,5', b: `x${mark}y`, c: '3' } },
    ]);
  });

  it('refuses a row whose cells are not as many as the head has, and reads on', async () => {
    expect(await read('a,b\n1,2,3\n4,5\n6\n')).toEqual([
      {
        row: 2,
        reason: expect.stringMatching(/^wrong number of cells: .* 3, the head 2/),
        raw: 'a,b\n1,2,3',
      },
      { row: 3, cells: { a: '4', b: '5' } },
      { row: 4, reason: expect.stringMatching(/^wrong number of cells: /), raw: 'a,b\n6' },
    ]);
  });

  it('says where a quote is opened that is never closed', async () => {
    expect(await read('a,b\n1,2\n3,"open\n5,6\n')).toEqual([
      { row: 2, cells: { a: '1', b: '2' } },
      { row: 3, reason: expect.stringMatching(/^truncated file: a quote/), raw: 'a,b\n3,"open\n5,6\n' },
    ]);
  });

  it('does not read a table with two columns of one name, and passes over rows without content', async () => {
    expect(await read('a,a\n1,2\n')).toEqual([
      { row: 1, reason: expect.stringMatching(/^wrong head: .*"a"/), raw: expect.any(String) },
    ]);
    expect(await read('\n,\na,b\n,\n1,2')).toEqual([{ row: 5, cells: { a: '1', b: '2' } }]);
  });
});
