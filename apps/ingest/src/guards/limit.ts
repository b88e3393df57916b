/** A limit to how many rows: a number, or a percentage of all. */
export type Limit = { count: number } | { percent: number };

/** Parses `25` or `10%`; returns undefined for anything else. */
export function readLimit(text: string): Limit | undefined {
  const match = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text.trim());
  if (!match) return undefined;
  const value = Number(match[1]);
  if (match[2] === '%') return value <= 100 ? { percent: value } : undefined;
  return Number.isInteger(value) ? { count: value } : undefined;
}

export const printLimit = (limit: Limit): string =>
  'count' in limit ? String(limit.count) : `${limit.percent}%`;

/** Returns whether `n` of `whole` is above the limit. */
export const exceeds = (limit: Limit, n: number, whole: number): boolean =>
  'count' in limit ? n > limit.count : n * 100 > whole * limit.percent;
