import { describe, expect, it } from '@jest/globals';
import { readFrontMatter } from './front-matter.ts';

const page = (...lines: string[]) => readFrontMatter(['---', ...lines, '---', 'Body'].join('\n'));

describe('front matter', () => {
  it('accepts quoted values whose continuation lines are not indented', () => {
    expect(page('title: "a \\" b', 'c \\\\" ', "note: 'it''s", "x'' y'", 'draft: true')).toEqual({
      fields: { title: 'a " b c \\', note: "it's x' y", draft: true },
      body: 'Body',
    });
  });

  it('reports the line of the first error in the file', () => {
    expect(page('title: "a', 'b', 'c: [')).toEqual({ reason: expect.stringMatching(/^line \d: not YAML: /) });
  });

  it('rejects a quoted value of 200,000 lines that is never closed', () => {
    // Reading each line together with all previous ones would never end.
    const lines = Array.from({ length: 200_000 }, () => 'a line of words');
    expect(page('title: "', lines.join('\n'))).toEqual({
      reason: expect.stringMatching(/^line \d+: not YAML: /),
    });
  });
});
