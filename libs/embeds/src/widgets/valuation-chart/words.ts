import { dateText, dayText, exact, timeOf, unitName, valueText } from '../../chart/format.ts';
import { INDEX } from '../../chart/rebase.ts';
import type { Point } from '../../inputs/data.ts';
import { plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import type { ValuationData } from './data.ts';

// The words that the chart, the table and the page title share. `points` are in order of time.

export const titleOf = (data: ValuationData) =>
  say('{company} valuation', { company: plainText(data.company.name) });

export const emptyWords = () => say('No valuation is known.');

export function subtitleOf(points: readonly Point[], currency: string): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const [from, to] = [dateText(timeOf(first.date), 'month'), dateText(timeOf(last.date), 'month')];
  const unit = unitName(currency);
  if (currency === INDEX) {
    const span = from === to ? to : say('{from} to {to}', { from, to });
    return `${say('Index: {day} = 100', { day: dayText(first.date) })}, ${span}`;
  }
  return from === to
    ? say('In {unit}, {day}', { unit, day: to })
    : say('In {unit}, {from} to {to}', { unit, from, to });
}

/** Returns `Not shown: 3 values in euros, 1 value in British pounds`, or nothing if every value is shown. */
export function leftOutWords({ leftOut = [] }: ValuationData): string[] {
  const currencies = leftOut.map(({ currency }) => currency);
  const words = [...new Set(currencies)].map((currency) => {
    const count = currencies.filter((one) => one === currency).length;
    const unit = plainText(unitName(currency));
    return say('{count} values in {unit}', { count, unit }, '{count} value in {unit}');
  });
  return words.length === 0 ? [] : [say('Not shown: {values}', { values: words.join(', ') })];
}

/** Returns the subtitle: the unit and the span, what is not shown, and the scale. */
export function subtitleWords(data: ValuationData, points: readonly Point[]): string {
  const log = data.scale === 'log';
  const scale = log && points.every(({ value }) => value > 0) ? [say('Logarithmic scale')] : [];
  const refused =
    log && scale.length === 0
      ? [say('Not on a logarithmic scale, because some values are not above zero')]
      : [];
  return [subtitleOf(points, data.currency), ...leftOutWords(data), ...scale, ...refused].join('. ');
}

/** Returns a value with its kind and its day: `$40M (estimate) on May 20, 2012`. */
export const valueOnDay = (point: Point, currency: string) =>
  say('{value} on {day}', { value: valueText(point, currency, 'estimate'), day: dayText(point.date) });

/** Describes the chart in a sentence or two to readers who cannot see it. */
export function summaryOf(data: ValuationData, points: readonly Point[]): string {
  const title = titleOf(data);
  const describe = (point: Point) => valueOnDay(point, data.currency);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return say('{title}: no value is known.', { title });
  const estimates = points.filter((point) => point.estimate).length;
  if (points.length === 1) return say('{title}: {value}.', { title, value: describe(last) });
  const highest = points.reduce((a, b) => (b.value > a.value ? b : a));
  return say(
    estimates === 0
      ? 'Line chart. {title}: from {first} to {last}, {count} values. Highest: {highest}.'
      : 'Line chart. {title}: from {first} to {last}, {count} values, {estimates} of them estimated. Highest: {highest}.',
    {
      title,
      first: describe(first),
      last: describe(last),
      count: points.length,
      estimates,
      highest: describe(highest),
    },
  );
}

export const kindOf = (point: { estimate: boolean }) => say(point.estimate ? 'Estimate' : 'Reported');

/** Returns the kind of a point within a sentence. */
export const kindWithin = (point: { estimate: boolean }) => say(point.estimate ? 'estimate' : 'reported');

/** Names the day and the kind of a value. */
export function readingWords(point: Point, latest: string): string {
  const day = dayText(point.date);
  const kind = kindWithin(point);
  const known = point.date === latest ? say('Latest: {day}', { day }) : day;
  return `${known}, ${point.date > latest ? say('forecast, {kind}', { kind }) : kind}`;
}

/** Describes a point to a screen reader: day, value, kind and source. */
export const readingOf = (point: Point, currency: string) =>
  `${dayText(point.date)}: ${exact(point.value, currency)}, ${kindWithin(point)}` +
  (point.source ? `, ${say('source: {source}', { source: plainText(point.source.title) })}` : '');
