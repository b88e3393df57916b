/** How many of something a load may bring: a number, or a part of the whole. */
export type Limit = { count: number } | { percent: number };

/** Reads `25` or `10%`, or returns undefined. */
export function readLimit(text: string): Limit | undefined {
  const match = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text.trim());
  if (!match) return undefined;
  const value = Number(match[1]);
  if (match[2] === '%') return value <= 100 ? { percent: value } : undefined;
  return Number.isInteger(value) ? { count: value } : undefined;
}

export const printLimit = (limit: Limit): string =>
  'count' in limit ? String(limit.count) : `${limit.percent}%`;

/** True when n, of a whole, is more than the limit allows. */
export const exceeds = (limit: Limit, n: number, whole: number): boolean =>
  'count' in limit ? n > limit.count : n * 100 > whole * limit.percent;
