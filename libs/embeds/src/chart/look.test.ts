import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrast, seriesColours } from './colour.ts';
import { palette, type Colour } from './palette.ts';
import { coloursOf, lookCss, papersOf, themeOf } from './look.ts';
import { hexColour, type Look } from '../inputs/options.ts';

const hex = fc.stringMatching(/^[0-9a-f]{6}$/);
const looks: fc.Arbitrary<Look> = fc.record(
  { accent: hex, background: hex, text: hex, theme: fc.constantFrom('auto', 'light', 'dark') },
  { requiredKeys: [] },
);
const least: [Colour, number][] = [
  ['ink', 4.5],
  ['muted', 4.5],
  ['line', 4.5],
  ['axis', 3],
];

describe('the colours of a look', () => {
  it('are readable in both themes, whatever the request', () => {
    fc.assert(
      fc.property(looks, (look) => {
        const colours = coloursOf(look);
        for (const shade of [0, 1] as const) {
          const paper = colours.paper[shade];
          for (const [name, contrasting] of least)
            expect(contrast(colours[name][shade], paper)).toBeGreaterThanOrEqual(contrasting);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('keep series of any colour readable on a custom background', () => {
    fc.assert(
      fc.property(looks, hex, fc.nat(9), fc.boolean(), (look, colour, index, wished) => {
        const papers = papersOf(look) ?? palette.paper;
        const pair = seriesColours(index, wished ? `#${colour}` : null, papers);
        for (const shade of [0, 1] as const)
          expect(contrast(pair[shade], papers[shade])).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 3000 },
    );
  });

  it('are the requested ones if these are readable', () => {
    const { paper, ink, line } = coloursOf({ background: 'fff7e6', text: '3b2f1a', accent: '9a3412' });
    expect([paper[0], ink[0], line[0]]).toEqual(['#fff7e6', '#3b2f1a', '#9a3412']);
  });

  it('are the palette by default', () => {
    expect(coloursOf({})).toEqual(palette);
    expect(coloursOf({ theme: 'dark', font: 'mono' })).toEqual(palette);
    expect(lookCss({ theme: 'dark' })).toBe('');
  });

  it('take the theme of the page from a custom background', () => {
    expect(themeOf({ theme: 'light', background: '101820' })).toBe('dark');
    expect(themeOf({ theme: 'dark', background: 'fff7e6' })).toBe('light');
    expect(themeOf({ theme: 'dark' })).toBe('dark');
    expect(themeOf({ accent: 'ff0000' })).toBe('auto');
  });
});

it('a colour is three or six hex digits, written as six', () => {
  expect(['1B5E9E', 'fa0', '#fa0', 'red', '12345', ''].map(hexColour)).toEqual([
    '1b5e9e',
    'ffaa00',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
