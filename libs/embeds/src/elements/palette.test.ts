import { describe, expect, it } from '@jest/globals';
import { palette, type Colour } from './palette.ts';

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('on %s paper', (_, theme) => {
  const against = (name: Colour) => contrast(palette[name][theme], palette.paper[theme]);

  it.each(['ink', 'muted', 'line'] as const)('%s is a colour for text: contrast of 4.5 or more', (name) =>
    expect(against(name)).toBeGreaterThanOrEqual(4.5),
  );
  it('the axis can be told from the paper: 3 or more', () =>
    expect(against('axis')).toBeGreaterThanOrEqual(3));
});
