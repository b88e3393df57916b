import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cellsToCorrect, cellsToShow, correct, fieldOf, firstRejects } from './rejects.ts';

const ROWS = [
  { name: 'Two\u2028lines', year: 'x' },
  { name: ' blank ', year: 'x', about: 'one\ntwo', text: 'a'.repeat(5000) },
  { name: 'Number', year: 20 },
];

describe('corrected rows', () => {
  let folder: string;
  let path: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-rejects-'));
    path = join(folder, 'rejects.ndjson');
    const lines = ROWS.map((raw, i) => JSON.stringify({ file: 'a.csv', row: i + 2, reason: 'wrong', raw }));
    writeFileSync(path, `${lines.join('\n')}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('show only cells that a field of a form sends back as they are', async () => {
    const { rows } = await firstRejects(path, 10);
    expect(rows.map((row) => cellsToCorrect(row).map(({ name }) => name))).toEqual([
      ['name', 'year'],
      ['year'],
      ['name', 'year'],
    ]);
  });

  it('show the cells that their reasons name, else those that are not empty', () => {
    const row = { file: 'a.csv', row: 2, raw: { name: 'Quill', site: '', year: '20x' } };
    const shown = (reason: string) => cellsToShow({ ...row, reason }).map(({ name }) => name);
    expect(shown('missing domain')).toEqual(['name', 'year']);
    expect(shown('site is empty')).toEqual(['site']);
  });

  it('change nothing but the given cells, and no file without a change', async () => {
    const { rows, version } = await firstRejects(path, 10);
    const before = readFileSync(path, 'utf8');
    const { ino } = statSync(path);
    const cellOf = (i: number, name: string) =>
      fieldOf(
        rows[i]!,
        cellsToCorrect(rows[i]!).find((cell) => cell.name === name)!,
      );
    expect(await correct(path, version, { [cellOf(0, 'year')]: 'x' })).toBe(0);
    expect([statSync(path).ino, readFileSync(path, 'utf8')]).toEqual([ino, before]);

    const given = { [cellOf(0, 'year')]: '2001', [cellOf(2, 'year')]: 'null' };
    expect(await correct(path, version, given)).toBe(2);
    const after = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    expect(after.map((line) => (JSON.parse(line) as { raw: unknown }).raw)).toEqual([
      { ...ROWS[0], year: '2001' },
      ROWS[1],
      { ...ROWS[2], year: null },
    ]);
    expect(readdirSync(folder)).toEqual(['rejects.ndjson']);
  });
});
