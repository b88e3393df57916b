import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { valuationPicture } from './picture.ts';
import { hostile, valuations } from './testing/samples.ts';

const fileOf = (name: string) => new URL(`../output/valuation-chart-${name}.svg`, import.meta.url);

/** The pictures are kept as files, to be looked at; `UPDATE_PICTURES=1` writes them anew. */
function compare(name: string, picture: string) {
  if (process.env.UPDATE_PICTURES === '1') writeFileSync(fileOf(name), picture);
  expect(picture).toBe(readFileSync(fileOf(name), 'utf8'));
}

describe('the pictures of the valuation chart', () => {
  it.each(Object.entries(valuations))('%s', (name, data) =>
    compare(name, valuationPicture(data, { width: 640, height: 400 })),
  );
  it('narrow', () => compare('narrow', valuationPicture(valuations.usual, { width: 300, height: 320 })));
  it('dark', () => compare('dark', valuationPicture(valuations.usual, { width: 640, height: 400 }, 'dark')));

  it('are free of data that break out', () => {
    const picture = valuationPicture(hostile, { width: 640, height: 400 });
    expect(picture).not.toMatch(/<(script|img|foreignObject)/i);
    expect(picture.match(/<\/?(title|style)>/g)).toEqual(['<title>', '</title>', '<style>', '</style>']);
  });
});
