import { html } from '../../text/markup.ts';
import { dateText, timeOf, unitName } from '../../chart/format.ts';
import type { Point } from '../../inputs/data.ts';
import { plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import { valueOnDay } from '../valuation-chart/words.ts';
import type { Compared, ComparisonData } from './data.ts';

/** Returns `In US dollars, May 2012 to Feb 2025`, or undefined without a value. */
export function rangeWords(compared: readonly Compared[], currency: string): string {
  const dates = compared.flatMap(({ points }) => points.map(({ date }) => date)).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [from, to] = [first, last].map((date) => dateText(timeOf(date), 'month')) as [string, string];
  const unit = unitName(currency);
  return from === to
    ? say('In {unit}, {day}', { unit, day: to })
    : say('In {unit}, {from} to {to}', { unit, from, to });
}

/** Counts the companies that a ranking leaves out, and names those whose values are in other currencies. */
export const leftOutWords = ({ leftOut = [], rest = 0 }: ComparisonData): string[] => {
  const values = leftOut.map(({ name, currency }) => `${plainText(name)} (${plainText(unitName(currency))})`);
  const lower = say(
    'Not shown: {count} companies of lower rank',
    { count: rest },
    'Not shown: {count} company of lower rank',
  );
  return [
    ...(rest > 0 ? [lower] : []),
    ...(values.length > 0 ? [say('Not shown: {values}', { values: values.join(', ') })] : []),
  ];
};

export const leftOutView = (data: ComparisonData) =>
  leftOutWords(data).map((words) => html`<p class="left-out">${words}.</p>`);

/** Describes the line of a company to readers who cannot see it. */
export function lineWords({ company, points }: Compared, currency: string): string {
  const title = plainText(company.name);
  const [first, last] = [points[0], points.at(-1)];
  const describe = (point: Point) => valueOnDay(point, currency);
  if (!first || !last) return say('{title}: no value is known.', { title });
  if (points.length === 1) return say('{title}: {value}.', { title, value: describe(last) });
  const highest = points.reduce((a, b) => (b.value > a.value ? b : a));
  return say('Line chart. {title}: from {first} to {last}, {count} values. Highest: {highest}.', {
    title,
    first: describe(first),
    last: describe(last),
    count: points.length,
    highest: describe(highest),
  });
}
