import { css } from 'lit';
import { html } from '../../markup.ts';
import type { Face } from '../../parts/element.ts';
import { dayText, valueText } from '../../chart/format.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { spanOf, sparkView } from '../../parts/spark.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { nameView } from '../../parts/views.ts';
import { plainText } from '../../text.ts';
import { say } from '../../words/say.ts';
import { knownPoints, type ValuationData } from '../valuation-chart/data.ts';
import { emptyWords, kindWithin, summaryOf } from '../valuation-chart/words.ts';

const lineStyles = css`
  :host {
    display: inline-flex;
    vertical-align: middle;
    font: inherit;
    font-family: var(--font);
    line-height: 1.25;
  }
  .in-line {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    min-width: 0;
    white-space: nowrap;
  }
  .in-line bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .spark {
    flex: none;
    width: 5em;
    height: 1.25em;
  }
`;

/** A company's valuations as a line that is as high as the text around it, with the latest value. */
export const valuationSparklineFace: Face<ValuationData> = {
  styles: [widgetStyles, sparkStyles, lineStyles],
  view(data) {
    const points = knownPoints(data);
    const name = nameView(data.company.name);
    if (points.length === 0) return html`<span class="in-line">${name} <span>${emptyWords()}</span></span>`;
    const last = points.at(-1)!;
    const source = last.source
      ? `, ${say('source: {source}', { source: plainText(last.source.title) })}`
      : '';
    const origin = `${say('since {day}', { day: dayText(last.date) })}, ${kindWithin(last)}${source}`;
    return html`<span class="in-line">
      ${name} ${sparkView(points, spanOf([points], data.asOf), summaryOf(data, points))}
      <strong title=${origin}>${valueText(last, data.currency)}</strong>
    </span>`;
  },
};
