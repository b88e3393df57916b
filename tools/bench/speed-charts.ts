import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderPicture } from '@dossier/embeds';

const FOLDER = fileURLToPath(new URL('../../docs/measurements/speed', import.meta.url));
const WIDTH = 820;

/** What a chart shows. */
interface Subject {
  name: string;
  description: string;
  unit: string;
}

/** Results by column. */
type Values = Record<string, number>;

/** A file of results, from which a chart is drawn: a group of columns for each day (`YYYY-MM-DD`). */
interface Results extends Subject {
  days: Record<string, Values>;
}

/**
 * Adds the results of a day to those of earlier days, and draws their chart. The results replace those of an earlier run
 * of the day.
 * @param chart the name of the file, without its extension
 * @param day `YYYY-MM-DD`
 */
export function keepResults(
  chart: string,
  subject: Subject,
  values: Values,
  { day = today(), folder = FOLDER } = {},
): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${chart}.json`);
  const known = existsSync(path) ? readResults(path).days : {};
  const days = Object.entries({ ...known, [day]: values }).sort(([one], [other]) => (one < other ? -1 : 1));
  const results: Results = { ...subject, days: Object.fromEntries(days) };
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(join(folder, `${chart}.svg`), draw(results));
}

/** Returns today as `YYYY-MM-DD`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Draws the charts of all kept results. Returns their paths and contents. */
export const speedCharts = (): { path: string; text: string }[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      path: join(FOLDER, `${basename(file, '.json')}.svg`),
      text: draw(readResults(join(FOLDER, file))),
    }));

const readResults = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Results;

/** Draws results with the chart that publishers embed. */
function draw({ days, ...subject }: Results): string {
  const dates = Object.keys(days);
  const columns = [...new Set(Object.values(days).flatMap((values) => Object.keys(values)))];
  const data = {
    ...subject,
    asOf: dates.at(-1)!,
    view: 'column' as const,
    series: columns.map((name) => ({
      name,
      color: null,
      points: dates.map((date) => ({ date, value: days[date]![name] ?? null, estimate: false })),
      annotations: [],
      dataLabels: false,
      source: null,
    })),
  };
  return renderPicture({ kind: 'dataset-chart', data }, { width: WIDTH })!;
}
