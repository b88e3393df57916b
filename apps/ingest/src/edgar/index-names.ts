import { DAY_MS, isDate } from '@dossier/shared';
import { LoadError } from '../rows/types.ts';

const QUARTER = /^(\d{4})Q([1-4])$/;

/**
 * Expands arguments to indexes: days (`2020-03-18`), quarters (`2020Q1`), and ranges of either
 * (`2020-03-16..2020-03-20`). A range skips weekends, which have no index.
 * @throws LoadError for any other argument, and for a range whose end is before its beginning
 */
export function indexNames(args: string[]): string[] {
  const names = args.flatMap((arg) => {
    const [from = '', to = from, ...rest] = arg.toUpperCase().split('..');
    const expand =
      isDate(from) && isDate(to) ? days : QUARTER.test(from) && QUARTER.test(to) ? quarters : undefined;
    if (!expand || rest.length > 0 || from > to) {
      throw new LoadError(
        `"${arg}" is not a day, quarter or ascending range. Pass a day (2020-03-18), a quarter (2020Q1) or a range (2020-03-16..2020-03-20).`,
      );
    }
    return expand(from, to);
  });
  return [...new Set(names)];
}

function days(from: string, to: string): string[] {
  const all: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const day = new Date(time);
    const isWeekend = day.getUTCDay() % 6 === 0;
    if (!isWeekend || from === to) all.push(day.toISOString().slice(0, 10));
  }
  return all;
}

function quarters(from: string, to: string): string[] {
  const numberOf = (name: string) => Number(name.slice(0, 4)) * 4 + Number(name.slice(5)) - 1;
  const all: string[] = [];
  for (let n = numberOf(from); n <= numberOf(to); n++) all.push(`${Math.floor(n / 4)}Q${(n % 4) + 1}`);
  return all;
}
