import { markdown } from './options.ts';

/** The result of one question: CPU of a request in microseconds. Ratios are absent for a page that a list does not have. */
export interface Row {
  name: string;
  /** The size of the first page of the large database. */
  bytes: number;
  /** The first pages of both databases. */
  small: number;
  large: number;
  ratios: {
    /** The first page of the large database to that of the small one; per byte for a response with all rows. */
    large: number;
    /** Other pages of the large database to its first one. */
    far?: number | undefined;
    last?: number | undefined;
  };
}

/** Returns the result as a Markdown table. */
export function table(rows: Row[]): string {
  const ratio = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 10 ? 1 : 0));
  return markdown(
    ['first page', 'kB', 'small, µs', 'large, µs', 'large / small', 'page 1,000 / first', 'last / first'],
    rows.map(({ name, bytes, small, large, ratios }) => [
      name,
      (bytes / 1000).toFixed(1),
      Math.round(small),
      Math.round(large),
      ratio(ratios.large),
      ratio(ratios.far),
      ratio(ratios.last),
    ]),
  );
}
