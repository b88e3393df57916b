import { dayText, exact, short } from '../../chart/format.ts';
import type { Point } from '../../data.ts';
import { html } from '../../markup.ts';
import { sourceMarkup } from '../../parts/links.ts';
import { kindOf } from './words.ts';

/** A value in its short form, with the exact one as its tooltip where it has more digits. */
function valueView(value: number, currency: string) {
  const [text, all] = [short(value, currency), exact(value, currency)];
  return text === all ? text : html`<span title=${all}>${text}</span>`;
}

/** The values as a table, the newest first. A narrow table marks estimates at their values. */
export const tableView = (points: readonly Point[], currency: string, caption: string) =>
  html`<table>
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
      ${points.toReversed().map((point) => rowView(point, currency))}
    </tbody>
  </table>`;

const rowView = (point: Point, currency: string) =>
  html`<tr>
    <th scope="row"><time datetime=${point.date}>${dayText(point.date)}</time></th>
    <td class="number">
      ${
        point.estimate ? html`<small class="est">est.</small> ` : undefined
      }${valueView(point.value, currency)}
    </td>
    <td class="whole kind">${kindOf(point)}</td>
    <td>${point.source ? sourceMarkup(point.source) : 'Not given'}</td>
  </tr>`;
