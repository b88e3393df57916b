import { ask, type Target } from './connection.ts';
import { markdown, median } from './options.ts';
import { apiOf, measuredApi, workInTurn, type Api, type Ends, type SpeedOptions } from './speed-measure.ts';
import { questionsOf, type Question } from './speed-questions.ts';
import { countsOf } from './speed-rows.ts';

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
export async function measureGrowth(options: SpeedOptions): Promise<Row[]> {
  const { rows, only = '' } = options;
  const ends: Ends = [];
  try {
    const [small, large] = [await apiOf(rows[0], options, ends), await apiOf(rows[1], options, ends)];
    const [few, many] = rows.map((count) => questionsOf(countsOf(count))) as [Question[], Question[]];
    const measured: Row[] = [];
    for (const [place, question] of many.entries()) {
      if (!question.name.includes(only)) continue;
      const [one, other] = [await targetsOf(small, few[place]!), await targetsOf(large, question)];
      const works = await workInTurn(
        { small: measuredApi(small, one), large: measuredApi(large, other) },
        options,
        1,
      );
      const bytes = (await ask(other[0]!)).length;
      const whole = question.whole ? bytes / (await ask(one[0]!)).length : 1;
      const of = (each: keyof typeof works) => works[each].map(({ microseconds }) => microseconds);
      const growth = median(of('large').map((cost, round) => cost / of('small')[round]!)) / whole;
      measured.push({
        ...{ name: question.name, bytes, growth },
        ...{ small: median(of('small')), large: median(of('large')) },
      });
    }
    if (measured.length === 0) throw new Error(`No question contains ${only}. Leave out --only to see all.`);
    return measured;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Returns the request for the first page of a question, in all its spellings. */
async function targetsOf({ server, key }: Api, question: Question): Promise<Target[]> {
  const { path, body, frame, spellings } = question;
  const url = server.url + (path.startsWith('/') ? path : `/api/v1/${path}`);
  const headers = { authorization: `Token ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const target = (sent = body): Target => ({
    ...{ url, headers, method: sent ? 'POST' : 'GET' },
    body: sent && JSON.stringify(sent),
  });
  if (spellings) return spellings.map((query) => target({ ...body, query }));
  if (!frame) return [target()];
  const { data } = JSON.parse((await ask(target())).toString()) as { data: { embed_html: string } };
  const [, page = ''] = / src="([^"]*)"/.exec(data.embed_html) ?? [];
  const { pathname, search } = new URL(page.replaceAll('&amp;', '&'));
  return [{ url: server.url + pathname + search, method: 'GET', headers: {} }];
}

/** Returns the figures as a table. */
export const growthTable = (rows: Row[]): string =>
  markdown(
    ['first page', 'kB', 'small, µs', 'large, µs', 'large / small'],
    rows.map(({ name, bytes, small, large, growth }) => [
      name,
      (bytes / 1000).toFixed(1),
      Math.round(small),
      Math.round(large),
      growth.toFixed(1),
    ]),
  );
