import { html, nothing } from 'lit';
import { dateText, dayText, exact, short, timeOf, unitName } from '../chart/format.ts';
import type { Point, ValuationData } from '../data.ts';
import { plainText } from '../text.ts';
import { dayView, nameView, sourceView } from './parts.ts';

/** The words about a company's valuations that chart, table and page title share. `points` are in order of time. */
export const titleOf = (data: ValuationData) => `${plainText(data.company.name, 80)} valuation`;

export const EMPTY = 'No valuation is known.';

export const headingView = (data: ValuationData) =>
  html`<h1 id="title">${nameView(data.company.name, 80)} valuation</h1>`;

export function subtitleOf(points: readonly Point[], currency: string): string {
  const unit = `In ${unitName(currency)}`;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const [from, to] = [dateText(timeOf(first.date), 'month'), dateText(timeOf(last.date), 'month')];
  return from === to ? `${unit}, ${to}` : `${unit}, ${from} to ${to}`;
}

/** `Not shown: 3 values in euros, 1 value in British pounds`; none where all are shown. */
export function leftOutWords({ leftOut = [] }: ValuationData): string[] {
  const currencies = leftOut.map(({ currency }) => currency);
  const words = [...new Set(currencies)].map((currency) => {
    const count = currencies.filter((one) => one === currency).length;
    return `${count} ${count === 1 ? 'value' : 'values'} in ${plainText(unitName(currency), 40)}`;
  });
  return words.length === 0 ? [] : [`Not shown: ${words.join(', ')}`];
}

export const subtitleView = (data: ValuationData, points: readonly Point[]) =>
  points.length === 0
    ? nothing
    : html`<p class="subtitle">${[subtitleOf(points, data.currency), ...leftOutWords(data)].join('. ')}</p>`;

/** One sentence or two that say what the chart shows to those who do not see it. */
export function summaryOf(data: ValuationData, points: readonly Point[]): string {
  const tell = (point: Point) => `${short(point.value, data.currency)} on ${dayText(point.date)}`;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${titleOf(data)}: no value is known.`;
  const estimates = points.filter((point) => point.estimate).length;
  const kinds = estimates === 0 ? '' : `, ${estimates} of them estimated`;
  if (points.length === 1) return `${titleOf(data)}: ${tell(last)}${last.estimate ? ', an estimate' : ''}.`;
  const highest = points.reduce((a, b) => (b.value > a.value ? b : a));
  return (
    `Line chart. ${titleOf(data)}: from ${tell(first)} to ${tell(last)}, ${points.length} values${kinds}. ` +
    `Highest: ${tell(highest)}.`
  );
}

export const kindOf = (point: { estimate: boolean }) => (point.estimate ? 'Estimate' : 'Reported');

/** What is read out of a point by keyboard: value, day, kind and source. */
export const readingOf = (point: Point, currency: string) =>
  `${dayText(point.date)}: ${exact(point.value, currency)}, ${kindOf(point).toLowerCase()}` +
  (point.source ? `, source: ${plainText(point.source.title)}` : '');

/** A value in its short form, which tells the exact one where it has more digits. */
function valueView(value: number, currency: string) {
  const [text, all] = [short(value, currency), exact(value, currency)];
  return text === all ? text : html`<span title=${all}>${text}</span>`;
}

/** The values as a table, the newest first. Where it is narrow an estimate is told at the value. */
export const tableView = (points: readonly Point[], currency: string, caption: string) => html`
  <table>
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col" class="number">Valuation</th>
        <th scope="col" class="kind">Kind</th>
        <th scope="col">Source</th>
      </tr>
    </thead>
    <tbody>
      ${points.toReversed().map(
        (point) =>
          html`<tr>
            <th scope="row">${dayView(point.date)}</th>
            <td class="number">
              ${point.estimate ? html`<small class="est">est.</small> ` : nothing}${valueView(point.value, currency)}
            </td>
            <td class="whole kind">${kindOf(point)}</td>
            <td>${point.source ? sourceView(point.source) : 'Not given'}</td>
          </tr>`,
      )}
    </tbody>
  </table>
`;
