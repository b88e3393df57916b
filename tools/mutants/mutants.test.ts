import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { seed } from './fault.ts';
import { faults } from './faults.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

describe('the seeded faults of npm run mutants', () => {
  it('number at least 40, each with a unique name', () => {
    expect(faults.length).toBeGreaterThanOrEqual(40);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });

  it.each(faults.map((fault) => [fault.name, fault] as const))(
    'still apply to the source: %s',
    (_, fault) => {
      expect(seed(read(fault.file), fault)).not.toBe(read(fault.file));
    },
  );

  it.each(faults.map((fault) => [fault.name, fault] as const))('name a test that exists: %s', (_, fault) => {
    expect(read(fault.test)).toContain(fault.title);
  });
});

describe('seed', () => {
  const fault = { name: 'f', file: 'f.ts', find: 'a', replace: 'b', test: 't', title: 't' };

  it('replaces the one occurrence', () => {
    expect(seed('xay', fault)).toBe('xby');
  });

  it.each(['xyz', 'xaya'])('rejects a source in which the text does not occur exactly once: %s', (source) => {
    expect(() => seed(source, fault)).toThrow('f.ts must contain this text exactly once: a');
  });
});
