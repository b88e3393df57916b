/** How well a list of results answers a question, from 0 to 1. */
export interface Measure {
  /** Normalized discounted cumulative gain of the first ten (Järvelin and Kekäläinen, 2002). */
  ndcg10: number;
  /** The share of all answers among the first fifty results. */
  recall50: number;
}

/** The number of results that are measured. */
export const MEASURED = 50;

/** Measures a list of ids, best first, by the grades of the answers. */
export function measure(found: string[], answers: Map<string, number>): Measure {
  const gains = found.slice(0, 10).map((id) => answers.get(id) ?? 0);
  const best = [...answers.values()].sort((a, b) => b - a).slice(0, 10);
  const hits = new Set(found.slice(0, MEASURED).filter((id) => answers.has(id)));
  return { ndcg10: discounted(gains) / discounted(best), recall50: hits.size / answers.size };
}

const discounted = (gains: number[]) =>
  gains.reduce((sum, gain, place) => sum + (2 ** gain - 1) / Math.log2(place + 2), 0);

/** Returns the mean of each measure. */
export function average(measures: Measure[]): Measure {
  const mean = (name: keyof Measure) =>
    measures.reduce((sum, measured) => sum + measured[name], 0) / Math.max(1, measures.length);
  return { ndcg10: mean('ndcg10'), recall50: mean('recall50') };
}
