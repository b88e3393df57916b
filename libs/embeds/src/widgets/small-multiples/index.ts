import { say } from '../../words/say.ts';
import { inArabic, inDark, inGerman, PINNED, withoutValues } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { comparisonCsv, pinComparison, type ComparisonData } from './data.ts';
import { smallMultiplesFace } from './element.ts';
import { packComparison } from './pack.ts';
import { multiplesPicture } from './picture.ts';
import { comparisons } from './samples.ts';
import { plainText } from '../../text/text.ts';
import { wrapText } from '../../text/width.ts';

/** Pixels: what is around the panels, the padding beside them, the least width of a panel, and the gap between two. */
const AROUND = 276;
const PADDING = 32;
const MIN_PANEL = 128;
const GAP = 28;
/** Pixels: a row of panels whose names have one line, a row without values, a line of a name, and its letters. */
const ROW = 200;
const EMPTY = 62;
const LINE = 21;
const NAME = { size: 13, bold: true };

/** Returns the pixels of height that the panels need in a frame of this width. */
function multiplesHeight(data: ComparisonData, width: number): number {
  const { companies } = data;
  const room = width - PADDING;
  const across = Math.max(1, Math.floor((room + GAP) / (MIN_PANEL + GAP)));
  const column = (room + GAP) / across - GAP;
  let height = AROUND;
  for (let i = 0; i < companies.length; i += across) {
    const panels = companies.slice(i, i + across);
    const most = Math.max(
      ...panels.map(({ company }) => wrapText(plainText(company.name), column, NAME).length),
    );
    const isFull = panels.some(({ points }) => points.length > 0);
    height += (isFull ? ROW : EMPTY) + (most - 1) * LINE;
  }
  return height;
}

export const smallMultiples: Definition<'small-multiples', ComparisonData> = {
  kind: 'small-multiples',
  title: () => say('Valuations compared'),
  face: smallMultiplesFace,
  script: packComparison,
  size: { height: 680, width: 600 },
  height: multiplesHeight,
  csv: comparisonCsv,
  picture: multiplesPicture,
  pin: pinComparison,
  gallery: {
    title: 'Small multiples',
    about: 'What several companies were worth over time, each in a chart of its own on one scale.',
    path: '/api/v1/embed/company-data-multiples/',
    several: true,
    height: 600,
    samples: [
      { title: 'Usual', data: comparisons.usual, screens: 'all' },
      inDark(comparisons.usual),
      inGerman(comparisons.usual),
      inArabic(comparisons.usual, 'one'),
      {
        name: 'pinned',
        title: 'Pinned to a day',
        data: pinComparison(comparisons.usual, PINNED),
        query: { as_of: PINNED },
      },
      { name: 'ten', title: 'Ten companies', data: comparisons.ten },
      {
        name: 'gaps',
        title: 'A company without values, and one in another currency',
        data: comparisons.gaps,
      },
      withoutValues(comparisons.none),
    ],
  },
};
