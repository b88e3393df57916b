import type { Figures } from './speed-ask.ts';

/** What was measured of one question. Ratios are of the times of requests; absent where a list has no such page. */
export interface Row {
  name: string;
  /** Of the first answer on the large database. */
  bytes: number;
  small: Figures;
  bare: Figures;
  first: Figures;
  middle?: Figures | undefined;
  back?: Figures | undefined;
  last?: Figures | undefined;
  ratios: {
    /** The first page of the large database to that of the small one; for a whole answer, each byte of it. */
    large: number;
    /** To the first page of the same list. */
    middle?: number | undefined;
    back?: number | undefined;
    last?: number | undefined;
    /** To a bare Express route that answers the same bytes. */
    bare: number;
  };
}

export interface Result {
  database: string;
  rows: number[];
  clients: number;
  questions: Row[];
  /** Of the process on the large database, megabytes: after the first long answer, and after many more of them. */
  memory: { companies: number; answers: number; early: number; late: number };
}

/** The result as a table for people, in Markdown. */
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
    '| first page on large | kB | requests a second | median, ms | p99, ms | large / small | middle / first | back / first | last / first | ours / bare |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `The process that answers took ${early} MB after one list of all ${companies} companies, and ${late} MB after ${answers} more.`,
    '',
  ].join('\n');
}
