import type { Figures } from './speed-ask.ts';

/** The result of one question. Ratios compare request times, and are absent for a page that a list does not have. */
export interface Row {
  name: string;
  /** The size of the first page of the large database. */
  bytes: number;
  small: Figures;
  bare: Figures;
  first: Figures;
  middle?: Figures | undefined;
  back?: Figures | undefined;
  last?: Figures | undefined;
  ratios: {
    /** The first page of the large database to that of the small one; per byte for a response with all rows. */
    large: number;
    /** To the first page of the same list. */
    middle?: number | undefined;
    back?: number | undefined;
    last?: number | undefined;
    /** To a bare Express route that returns the same bytes. */
    bare: number;
  };
}

export interface Result {
  database: string;
  rows: number[];
  clients: number;
  questions: Row[];
  /** Megabytes of the process on the large database, after the first long response and after many more. */
  memory: { companies: number; answers: number; early: number; late: number };
}

/** Returns the result as a Markdown table. */
export function table({ questions, memory }: Result): string {
  const ratio = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0));
  const milliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const lines = questions.map(({ name, bytes, first, ratios }) =>
    [
      name,
      (bytes / 1000).toFixed(1),
      Math.round(first.perSecond),
      milliseconds(first.median),
      milliseconds(first.p99),
      ratio(ratios.large),
      ratio(ratios.middle),
      ratio(ratios.back),
      ratio(ratios.last),
      ratio(ratios.bare),
    ].join(' | '),
  );
  const { companies, answers, early, late } = memory;
  return [
    '| first page on large | kB | requests per second | median, ms | p99, ms | large / small | middle / first | back / first | last / first | ours / bare |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `The API process used ${early} MB after one list of all ${companies} companies, and ${late} MB after ${answers} more.`,
    '',
  ].join('\n');
}
