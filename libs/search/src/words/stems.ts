import { stemmer } from 'stemmer';

const STEMMED = /^[a-z]{3,}$/;
/** Words whose stems are kept, so that a text of common words is stemmed once. */
const MAX_KEPT = 100_000;
const kept = new Map<string, string>();

/** Returns the stem of a token (M. F. Porter, "An algorithm for suffix stripping", 1980). Only English words have one. */
export function stemOf(token: string): string {
  const known = kept.get(token);
  if (known !== undefined) return known;
  const stem = STEMMED.test(token) ? stemmer(token) : token;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(token, stem);
  return stem;
}
