import { css } from 'lit';
import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { dayText, valueText } from '../../chart/format.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { spanOf, sparkView } from '../../parts/spark.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { nameView } from '../../parts/views.ts';
import { plainText } from '../../text/text.ts';
import { widthOf } from '../../text/width.ts';
import { say } from '../../words/say.ts';
import { knownPoints, type ValuationData } from '../valuation-chart/data.ts';
import { emptyWords, kindWithin, summaryOf } from '../valuation-chart/words.ts';

const lineStyles = css`
  :host {
    display: inline-block;
    vertical-align: middle;
    font: inherit;
    font-family: var(--font);
    line-height: 1.25;
  }
  .in-line {
    overflow-wrap: anywhere;
  }
  .in-line .spark {
    display: inline-block;
    vertical-align: middle;
    width: 5em;
    height: 1.25em;
  }
  @media (max-height: 40px) and (max-width: 400px) {
    .long {
      display: block;
      font-size: 0.6875rem;
      line-height: 0.875rem;
    }
  }
`;

/** Pixels: the width of the usual frame, in which wider texts take two small lines, and that of a drawing with its gaps. */
const FRAME = 320;
const SPARK = 90;
const FONT = { size: 16 };
const pixelsOf = (name: string, text: string, drawing: number) =>
  widthOf(name, FONT) + drawing + widthOf(text, { ...FONT, bold: true });
const classOf = (...texts: Parameters<typeof pixelsOf>) =>
  pixelsOf(...texts) > FRAME ? 'in-line long' : 'in-line';

/** Pixels: the usual height, and a line of more than two small ones fit in. */
const USUAL = 28;
const LINE = 21;
const TWO_SMALL_LINES = 1.25;

/** Returns the pixels of height that the line needs in a frame of this width: more only for a long name. */
export function sparklineHeight(data: ValuationData, width: number): number {
  const last = knownPoints(data).at(-1);
  const text = last ? valueText(last, data.currency) : emptyWords();
  const lines = pixelsOf(data.company.name, text, SPARK) / width;
  return lines <= 2 * TWO_SMALL_LINES ? USUAL : USUAL + LINE * Math.ceil(lines);
}

/** A company's valuations as a line that is as high as the text around it, with the latest value. */
export const valuationSparklineFace: Face<ValuationData> = {
  styles: [widgetStyles, sparkStyles, lineStyles],
  view(data) {
    const points = knownPoints(data);
    const name = nameView(data.company.name);
    const { name: words } = data.company;
    if (points.length === 0)
      return html`<span class=${classOf(words, emptyWords(), 0)}>${name} <span>${emptyWords()}</span></span>`;
    const last = points.at(-1)!;
    const value = valueText(last, data.currency);
    const source = last.source
      ? `, ${say('source: {source}', { source: plainText(last.source.title) })}`
      : '';
    const origin = `${say('since {day}', { day: dayText(last.date) })}, ${kindWithin(last)}${source}`;
    return html`<span class=${classOf(words, value, SPARK)}>
      ${name} ${sparkView(points, spanOf([points], data.asOf), summaryOf(data, points))}
      <strong title=${origin}>${value}</strong>
    </span>`;
  },
};
