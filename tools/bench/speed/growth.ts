import { withDefer } from '../defer.ts';
import { markdown, median } from '../figures.ts';
import { ask, targetOf, type Target } from '../http.ts';
import { apiOf, workInTurn, type Api, type SpeedOptions } from './measure.ts';
import { questionsOf, type Question } from './questions.ts';
import { countsOf } from './rows.ts';

/** The CPU of the first page of a question in microseconds, with few rows and with many. */
interface Row {
  name: string;
  bytes: number;
  small: number;
  large: number;
  /** The large database to the small one; per byte for a response with all rows. */
  growth: number;
}

/** Fills the databases, starts the servers, measures them in turn, and stops everything. */
export const measureGrowth = (options: SpeedOptions): Promise<Row[]> =>
  withDefer(async (defer) => {
    const { rows, only = '' } = options;
    const [few, many] = [await apiOf(rows[0], options, defer), await apiOf(rows[1], options, defer)];
    const large = questionsOf(countsOf(rows[1]));
    const measured: Row[] = [];
    for (const [place, small] of questionsOf(countsOf(rows[0])).entries()) {
      const { name, whole } = small;
      if (!name.includes(only)) continue;
      const [one, other] = [await targetsOf(few, small), await targetsOf(many, large[place]!)];
      const works = await workInTurn(
        [
          { server: few, db: few.db, targets: one },
          { server: many, db: many.db, targets: other },
        ],
        options,
        1,
      );
      const bytes = (await ask(other[0]!)).length;
      const times = whole ? bytes / (await ask(one[0]!)).length : 1;
      measured.push({
        ...{ name, bytes },
        small: median(works.map(([{ microseconds }]) => microseconds)),
        large: median(works.map(([, { microseconds }]) => microseconds)),
        growth: median(works.map(([before, after]) => after.microseconds / before.microseconds)) / times,
      });
    }
    if (measured.length === 0) throw new Error(`No question contains ${only}. Leave out --only to see all.`);
    return measured;
  });

/** Returns the request for the first page of a question, in all its spellings. */
async function targetsOf({ url, key }: Api, question: Question): Promise<Target[]> {
  const { path, body, frame, spellings } = question;
  if (spellings) return spellings.map((query) => targetOf(url, key, path, { query }));
  const target = targetOf(url, key, path, body);
  if (!frame) return [target];
  const { data } = JSON.parse((await ask(target)).toString()) as { data: { embed_html: string } };
  const [, page = ''] = / src="([^"]*)"/.exec(data.embed_html) ?? [];
  const { pathname, search } = new URL(page.replaceAll('&amp;', '&'));
  return [{ url: url + pathname + search, headers: {} }];
}

/** Returns the figures as a table. */
export const growthTable = (rows: Row[]): string =>
  markdown(
    ['first page', 'kB', 'small, µs', 'large, µs', 'large / small'],
    rows.map(({ name, bytes, small, large, growth }) => [
      ...[name, (bytes / 1000).toFixed(1), Math.round(small), Math.round(large)],
      growth.toFixed(1),
    ]),
  );
