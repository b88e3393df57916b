import { z } from 'zod';
import { code } from '../../fields/values.ts';

/** Returns the round type that people mean: `Series B-1` is series_b, `Pre-Seed` is seed. */
function meant(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  const [, letter] = /^series_([a-n])(?:_?\d+)?$/.exec(plain) ?? [];
  if (letter !== undefined) return `series_${letter}`;
  return /^(?:pre_?seed|seed)(?:_round)?$/.test(plain) ? 'seed' : plain;
}

/** A round type as people write it. Another one is stored as it is, with a warning. */
export const roundType = z
  .string()
  .transform(meant)
  .pipe(
    code.refine(
      (value) => value !== 'equity',
      'must be growth or crowdfunding: "equity" is what schema v0 calls both',
    ),
  )
  .meta({ title: 'words joined by `_`' });

/** Returns a warning for a round type that is read as a wider one. `Series D` is just another way to write series_d. */
export function warningsOfRoundType({ data }: { data?: { round_type?: unknown } }): string[] {
  const given = data?.round_type;
  if (typeof given !== 'string') return [];
  const became = meant(given);
  const isSame =
    given
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '_') === became;
  return isSame ? [] : [`"${given}" is read as ${became}`];
}
