import { describe, expect, it } from '@jest/globals';
import { contrast } from './colour.ts';
import { palette, type Colour } from './palette.ts';

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
