import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { keepResults } from './speed-charts.ts';

it('draws a column for each result of each day, and replaces those of the same day', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charts-'));
  const subject = { name: 'Speed of a test', description: 'Of two questions', unit: 'times' };
  const columns = () => readFileSync(join(folder, 'test.svg'), 'utf8').match(/<rect class="column"/g)!.length;
  try {
    keepResults('test', subject, { one: 1, two: 9 }, { day: '2026-11-23', folder });
    expect(columns()).toBe(2);
    keepResults('test', subject, { one: 0.5 }, { day: '2026-11-22', folder });
    expect(columns()).toBe(3);
    keepResults('test', subject, { one: 1, two: 2 }, { day: '2026-11-23', folder });
    expect(columns()).toBe(3);
    expect(JSON.parse(readFileSync(join(folder, 'test.json'), 'utf8'))).toEqual({
      ...subject,
      days: { '2026-11-22': { one: 0.5 }, '2026-11-23': { one: 1, two: 2 } },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
