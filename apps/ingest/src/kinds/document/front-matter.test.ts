import { describe, expect, it } from '@jest/globals';
import { readFrontMatter } from './front-matter.ts';

const page = (...lines: string[]) => readFrontMatter(['---', ...lines, '---', 'Body'].join('\n'));

describe('front matter', () => {
  it('takes quoted values whose later lines are not indented', () => {
    expect(page('title: "a \\" b', 'c \\\\" ', "note: 'it''s", "x'' y'", 'draft: true')).toEqual({
      fields: { title: 'a " b c \\', note: "it's x' y", draft: true },
      body: 'Body',
    });
  });

  it('names the line of the first error as the file has it', () => {
    expect(page('title: "a', 'b', 'c: [')).toEqual({ reason: expect.stringMatching(/^line \d: not YAML: /) });
  });

  it('reads a quoted value of many lines that does not close to its end', () => {
    // Were each line read with all lines before it, this would not come to an end.
    const lines = Array.from({ length: 200_000 }, () => 'a line of words');
    expect(page('title: "', lines.join('\n'))).toEqual({
      reason: expect.stringMatching(/^line \d+: not YAML: /),
    });
  });
});
