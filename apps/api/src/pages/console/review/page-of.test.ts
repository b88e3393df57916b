import { expect, it } from '@jest/globals';
import type { Signed } from '../console.ts';
import { limitOf, MAX_LISTED, pageOf } from './page-of.ts';
import { viewDuplicates } from './view-duplicates.ts';

const context = { publicUrl: 'https://dossier.example' } as Signed;

it('asks for at most 1,000 pairs, which the last page says', () => {
  expect(['', '25', '975', '999999'].map(limitOf)).toEqual([26, 51, MAX_LISTED, MAX_LISTED]);
  const all = Array.from({ length: MAX_LISTED }, (_, i) => i);
  const page = (from: string) => pageOf(context, all, { path: '/p', sent: {}, from, most: MAX_LISTED });
  expect(page('950').next).toMatch(/from=975$/);
  const { shown, next, previous } = page('999999');
  expect([shown[0], shown.length, next]).toEqual([975, 25, undefined]);
  expect(previous).toMatch(/from=950$/);
  const statusOf = (found: number) =>
    /role="status">([^]*?)<\/p>/.exec(
      viewDuplicates(context, { sent: {}, pairs: [], found, next, previous }).text,
    )![1]!;
  expect(statusOf(MAX_LISTED)).toMatch(/At least 1,000 pairs\.\s+The pages list the first 1,000/);
  expect(statusOf(MAX_LISTED - 1)).not.toMatch(/At least|list/);
});
