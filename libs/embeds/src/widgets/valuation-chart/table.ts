import { dayText, digitsClass, exact, short } from '../../chart/format.ts';
import type { Point } from '../../inputs/data.ts';
import { html, row } from '../../text/markup.ts';
import { briefMarkup, citedMarkup, sourceLine, sourceMarkup } from '../../parts/links.ts';
import { say } from '../../words/say.ts';
import { kindOf } from './words.ts';

/** A value in its short form, with the exact one as its tooltip where it has more digits. */
function valueView(value: number, currency: string) {
  const [text, all] = [short(value, currency), exact(value, currency)];
  return text === all ? text : html`<span title=${all}>${text}</span>`;
}

/**
 * The values as a table, the newest first. A narrow table marks estimates at their values.
 * @param brief leaves out texts that a long table shows once, to save bytes, and has the exact values as plain numbers,
 * which the script adds as tooltips
 */
export const tableView = (points: readonly Point[], currency: string, caption: string, brief = false) =>
  html`<table class=${digitsClass()}>
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${say('Date')}</th>
        <th scope="col" class="number">${say('Valuation')}</th>
        <th scope="col" class="kind">${say('Kind')}</th>
        <th scope="col">${say('Source')}</th>
      </tr>
    </thead>
    <tbody>
      ${points.toReversed().map((point) => rowView(point, currency, brief))}
    </tbody>
  </table>`;

function rowView(point: Point, currency: string, brief: boolean) {
  const { date, value, source } = point;
  // A link that is a headline does not have the name of its site, which the script shows.
  const site = source?.headline === undefined ? undefined : sourceLine(source).text;
  return row(
    brief ? html`<th>${dayText(date)}</th>` : html`<th scope="row">${timeView(date)}</th>`,
    brief
      ? html`<td class="number" data-v=${value}>${[estimateView(point), short(value, currency)]}</td>`
      : html`<td class="number">${[estimateView(point), valueView(value, currency)]}</td>`,
    html`<td class="kind">${kindOf(point)}</td>`,
    html`<td data-site=${site}>${originView(point, brief)}</td>`,
  );
}

const timeView = (date: string) => html`<time datetime=${date}>${dayText(date)}</time>`;

const estimateView = ({ estimate }: Point) =>
  estimate ? html`<small class="est">${say('est.')}</small> ` : undefined;

const originView = ({ source }: Point, brief: boolean) =>
  source ? citedMarkup(source, brief ? briefMarkup : sourceMarkup) : say('Not given');
