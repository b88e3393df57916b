import { stemmer } from 'stemmer';
import { plainWords } from './relevance-bm25.ts';

/** How often the subspace is multiplied. More times change no figure of the bench. */
const ROUNDS = 6;

type Sparse = [place: number, weight: number][];

/**
 * Returns a function that makes the vector of a text by latent semantic analysis (Deerwester et al., 1990): the words of a
 * text, weighted by how rare they are, on the strongest directions of a collection. The same texts give the same vectors.
 * @param texts the collection
 */
export function latentSemantics(texts: string[], dimensions: number): (text: string) => number[] {
  const documents = texts.map(stemsOf);
  const frequencies = new Map<string, number>();
  for (const stems of documents) {
    for (const stem of new Set(stems)) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  }
  const known = [...frequencies].filter(([, count]) => count > 1);
  const places = new Map(known.map(([stem], place) => [stem, place]));
  const rarity = known.map(([, count]) => Math.log(texts.length / count));

  /** Returns the weights of words, as a vector of length 1. */
  function weigh(stems: string[]): Sparse {
    const times = new Map<number, number>();
    for (const stem of stems) {
      const place = places.get(stem);
      if (place !== undefined) times.set(place, (times.get(place) ?? 0) + 1);
    }
    const weights = [...times].map(([place, n]): Sparse[number] => [
      place,
      (1 + Math.log(n)) * rarity[place]!,
    ]);
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return weights.map(([place, weight]) => [place, weight / length]);
  }

  const rows = documents.map(weigh);
  const size = Math.min(dimensions, places.size, rows.length);
  let axes = orthonormal(Array.from({ length: size }, (_, axis) => random(axis + 1, places.size)));
  for (let round = 0; round < ROUNDS; round++) {
    axes = orthonormal(axes.map((axis) => throughRows(rows, axis)));
  }
  return (text) => {
    const weights = weigh(stemsOf(text));
    return axes.map((axis) => weights.reduce((sum, [place, weight]) => sum + weight * axis[place]!, 0));
  };
}

const stemsOf = (text: string): string[] => plainWords(text).map((word) => stemmer(word));

/** Multiplies by the matrix of the rows, and by its transpose. */
function throughRows(rows: Sparse[], axis: Float64Array): Float64Array {
  const product = new Float64Array(axis.length);
  for (const row of rows) {
    let sum = 0;
    for (const [place, weight] of row) sum += weight * axis[place]!;
    for (const [place, weight] of row) product[place]! += weight * sum;
  }
  return product;
}

/** Makes vectors orthogonal and of length 1, in their order. */
function orthonormal(axes: Float64Array[]): Float64Array[] {
  axes.forEach((axis, place) => {
    for (const before of axes.slice(0, place)) {
      const shared = dot(axis, before);
      for (let i = 0; i < axis.length; i++) axis[i]! -= shared * before[i]!;
    }
    const length = Math.sqrt(dot(axis, axis)) || 1;
    for (let i = 0; i < axis.length; i++) axis[i]! /= length;
  });
  return axes;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Returns numbers from -0.5 to 0.5 that are always the same (mulberry32). */
function random(seed: number, length: number): Float64Array {
  let state = seed * 0x9e3779b9;
  return Float64Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 - 0.5;
  });
}
