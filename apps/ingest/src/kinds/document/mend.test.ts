import { describe, expect, it } from '@jest/globals';
import { mendMarkdown } from './mend.ts';

describe('mending Markdown', () => {
  it.each([
    ['[a](https://a.example/b c)', '[a](https://a.example/b%20c)'],
    ['[a]( /b c\td )[b](mailto: x@a.example)', '[a](/b%20c%20d)[b](mailto:x@a.example)'],
    ['<div class="x" markdown="1">  \n  *b*', '<div class="x" markdown="1">\n\n  *b*'],
    ['<td markdown=block>*b*', '<td markdown=block>\n\n*b*'],
  ])('mends %j', (source, markdown) => {
    expect(mendMarkdown(source).markdown).toBe(markdown);
    expect(mendMarkdown(source).warnings).not.toEqual([]);
  });

  it.each(['[a]( /b )', '[a](b c)', '[a](/b "c d")', '<div markdown="1">\n\n*b*', '<div>\n*b*'])(
    'leaves %j',
    (source) => {
      const text = `**x** ${source}`;
      expect(mendMarkdown(text)).toEqual({ markdown: text, warnings: [] });
    },
  );

  // Of a pattern that tries every way to part its repeats, none of these ends.
  const MANY = 1_000_000;
  it.each([
    ['an address that does not end', `](/${' '.repeat(MANY)}`],
    ['blanks before an address', `](${' \t'.repeat(MANY)}/ a `],
    ['links that do not end', '](/ a'.repeat(MANY)],
    ['blanks after a tag', `<div markdown="1">${' '.repeat(MANY)}`],
    ['a tag that does not end', `<div${' markdown=1'.repeat(MANY)}`],
  ])('comes to an end with %s', (_, source) => {
    expect(mendMarkdown(`${source}\n`)).toEqual({ markdown: `${source}\n`, warnings: [] });
  });
});
