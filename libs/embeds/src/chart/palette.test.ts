import { describe, expect, it } from '@jest/globals';
import { coloursOf, contrast } from './colour.ts';
import { GREY, palette, type Colour } from './palette.ts';

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('on %s paper', (_, theme) => {
  const against = (name: Colour) => contrast(palette[name][theme], palette.paper[theme]);

  it.each(['ink', 'muted', 'line'] as const)('%s is a colour for text: contrast of 4.5 or more', (name) =>
    expect(against(name)).toBeGreaterThanOrEqual(4.5),
  );
  it('the axis has a contrast of 3 or more', () => expect(against('axis')).toBeGreaterThanOrEqual(3));
});

it('greys of columns and areas beside each other differ, in the light and in the dark', () => {
  const series = [false, true, true, true].map((quiet) => ({ color: quiet ? GREY : null, quiet }));
  const [, first, second, third] = coloursOf(series, palette.paper, true);
  expect(third).toEqual(first);
  for (const theme of [0, 1] as const)
    expect(contrast(first![theme], second![theme])).toBeGreaterThanOrEqual(1.5);
  const [, line, other] = coloursOf(series);
  expect(other).toEqual(line);
});
