/** How well a list of results answers a question, from 0 to 1. */
export interface Measure {
  /** Normalized discounted cumulative gain of the first ten (Järvelin and Kekäläinen, 2002). */
  ndcg10: number;
  /** The share of all answers among the first fifty results. */
  recall50: number;
}

/** The number of results that are measured. */
export const MEASURED = 50;

/** Measures a list of ids, best first, by the grades of the answers. An id that comes again counts once. */
export function measure(found: string[], answers: Map<string, number>): Measure {
  const distinct = [...new Set(found)];
  const gains = distinct.slice(0, 10).map((id) => answers.get(id) ?? 0);
  const best = [...answers.values()].sort((a, b) => b - a).slice(0, 10);
  const hits = new Set(distinct.slice(0, MEASURED).filter((id) => answers.has(id)));
  return { ndcg10: discounted(gains) / discounted(best), recall50: hits.size / answers.size };
}

const discounted = (gains: number[]) =>
  gains.reduce((sum, gain, place) => sum + (2 ** gain - 1) / Math.log2(place + 2), 0);

/** Returns the mean of numbers; 0 for none. */
export const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Counts on how many questions one method is better than another, worse, or equally good. Differences by rounding are ties. */
export function paired(one: number[], other: number[]) {
  const differences = one.map((value, place) => value - other[place]!);
  const wins = differences.filter((difference) => difference > 1e-9).length;
  const losses = differences.filter((difference) => difference < -1e-9).length;
  return { wins, losses, ties: one.length - wins - losses };
}

/** Returns the answers by document: `/research/12#results` becomes `/research/12`. */
export function byDocument(answers: Map<string, number>): Map<string, number> {
  const documents = new Map<string, number>();
  for (const [id, grade] of answers) {
    const document = documentOf(id);
    documents.set(document, Math.max(grade, documents.get(document) ?? 0));
  }
  return documents;
}

export const documentOf = (id: string): string => id.replace(/#.*$/, '');
