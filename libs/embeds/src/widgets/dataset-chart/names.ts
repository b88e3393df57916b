import { namesOf, withoutUnit } from '../../chart/names.ts';
import { namesText, plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import type { DatasetChartData } from './data.ts';

/** The most characters of a title that names its datasets. */
const MAX_TITLE = 120;

/** Returns the name that a chart has if its creator gave none: those of its datasets. */
const defaultName = (names: readonly string[]) => [...names].sort().join(', ');

/** Returns the title: the given name, or what the names of the datasets share. No unit is part of it. */
export function titleOf({ name, series }: Pick<DatasetChartData, 'name' | 'series'>): string {
  const full = series.map((one) => one.name);
  if (name !== defaultName(full)) return plainText(withoutUnit(name));
  const more = (rest: number) => say('and {rest} more', { rest });
  return namesOf(full).common ?? namesText(full.map(withoutUnit).sort(), MAX_TITLE, more);
}

/** Returns the short name of each dataset: without its unit, and without what all of them share. */
export const shortNames = ({ series }: Pick<DatasetChartData, 'series'>) =>
  namesOf(series.map(({ name }) => name)).names.map((name) => plainText(name));
