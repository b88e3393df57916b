import { dateText, dayText, exact, short, timeOf, unitName } from '../../chart/format.ts';
import { INDEX } from '../../chart/rebase.ts';
import type { Point } from '../../data.ts';
import { plainText } from '../../text.ts';
import type { ValuationData } from './data.ts';

// The words that the chart, the table and the page title share. `points` are in order of time.

export const titleOf = (data: ValuationData) => `${plainText(data.company.name, 80)} valuation`;

export const EMPTY = 'No valuation is known.';

export function subtitleOf(points: readonly Point[], currency: string): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const unit = currency === INDEX ? `Index: ${dayText(first.date)} = 100` : `In ${unitName(currency)}`;
  const [from, to] = [dateText(timeOf(first.date), 'month'), dateText(timeOf(last.date), 'month')];
  return from === to ? `${unit}, ${to}` : `${unit}, ${from} to ${to}`;
}

/** Returns `Not shown: 3 values in euros, 1 value in British pounds`, or nothing if every value is shown. */
export function leftOutWords({ leftOut = [] }: ValuationData): string[] {
  const currencies = leftOut.map(({ currency }) => currency);
  const words = [...new Set(currencies)].map((currency) => {
    const count = currencies.filter((one) => one === currency).length;
    return `${count} ${count === 1 ? 'value' : 'values'} in ${plainText(unitName(currency), 40)}`;
  });
  return words.length === 0 ? [] : [`Not shown: ${words.join(', ')}`];
}

/** Returns the subtitle: the unit and the span, what is not shown, and the scale. */
export function subtitleWords(data: ValuationData, points: readonly Point[]): string {
  const log = data.scale === 'log';
  const scale = log && points.every(({ value }) => value > 0) ? ['Logarithmic scale'] : [];
  const refused =
    log && scale.length === 0 ? ['Not on a logarithmic scale, because some values are not above zero'] : [];
  return [subtitleOf(points, data.currency), ...leftOutWords(data), ...scale, ...refused].join('. ');
}

/** Describes the chart in a sentence or two to readers who cannot see it. */
export function summaryOf(data: ValuationData, points: readonly Point[]): string {
  const describe = (point: Point) => `${short(point.value, data.currency)} on ${dayText(point.date)}`;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${titleOf(data)}: no value is known.`;
  const estimates = points.filter((point) => point.estimate).length;
  const kinds = estimates === 0 ? '' : `, ${estimates} of them estimated`;
  if (points.length === 1)
    return `${titleOf(data)}: ${describe(last)}${last.estimate ? ', an estimate' : ''}.`;
  const highest = points.reduce((a, b) => (b.value > a.value ? b : a));
  return (
    `Line chart. ${titleOf(data)}: from ${describe(first)} to ${describe(last)}, ${points.length} values${kinds}. ` +
    `Highest: ${describe(highest)}.`
  );
}

export const kindOf = (point: { estimate: boolean }) => (point.estimate ? 'Estimate' : 'Reported');

/** Says of which day a value is, and of which kind. */
export function readingWords(point: Point, latest: string): string {
  const day = `${point.date === latest ? 'Latest: ' : ''}${dayText(point.date)}`;
  return `${day}, ${point.date > latest ? 'forecast, ' : ''}${kindOf(point).toLowerCase()}`;
}

/** Describes a point to a screen reader: day, value, kind and source. */
export const readingOf = (point: Point, currency: string) =>
  `${dayText(point.date)}: ${exact(point.value, currency)}, ${kindOf(point).toLowerCase()}` +
  (point.source ? `, source: ${plainText(point.source.title)}` : '');
