import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMed, readTime } from './collection.ts';

describe('the collections', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-collection-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  it('are read from the format of MED', () => {
    write('MED.ALL', '.I 1\n.W\nfirst text\nof two lines\n.I 2\n.W\nsecond text\n');
    write('MED.QRY', '.I 1\n.W\n a question\n.I 2\n.W\nwithout answer\n');
    write('MED.REL', '1 0 2 1\n1 0 9 1\n');
    expect(readMed(folder)).toEqual({
      texts: [
        { id: '/research/1', text: 'first text of two lines' },
        { id: '/research/2', text: 'second text' },
      ],
      questions: [{ id: '1', text: 'a question' }],
      answers: new Map([['1', new Map([['/research/2', 1]])]]),
    });
  });

  it('are read from the format of TIME, whose last article has no end', () => {
    write('TIME.ALL', '*TEXT 017 01/04/63 PAGE 020\n\nONE\n\n*TEXT 020 01/04/63 PAGE 021\n\nTWO\n');
    write('TIME.QUE', '*FIND      1\n\n WHO\n\nWAS IT .\n\n*STOP\n');
    write('TIME.REL', '1  2\n');
    expect(readTime(folder)).toEqual({
      texts: [
        { id: '/research/1', text: 'ONE' },
        { id: '/research/2', text: 'TWO' },
      ],
      questions: [{ id: '1', text: 'WHO WAS IT .' }],
      answers: new Map([['1', new Map([['/research/2', 1]])]]),
    });
  });

  it('have 84 different questions on documents, each with a section that answers it', () => {
    const lines = readFileSync(new URL('./questions.ndjson', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const asked = lines.map((line) => JSON.parse(line) as { question: string; answers: string[] });
    expect(new Set(asked.map(({ question }) => question)).size).toBe(84);
    expect(
      asked.filter(({ answers }) => answers.length === 0 || !answers.every((id) => id.includes('#'))),
    ).toEqual([]);
  });
});
