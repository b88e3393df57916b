import { inCream, inDark, withoutValues } from '../looks.ts';
import { pinValuation, valuationCsv, type ValuationData } from '../valuation-chart/data.ts';
import { valuations } from '../valuation-chart/samples.ts';
import { plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import type { Definition } from '../widget.ts';
import { valuationTableFace } from './element.ts';
import { valuationTablePicture } from './picture.ts';
import { drawable } from '../../chart/frame.ts';
import type { Source } from '../../inputs/data.ts';

/** Pixels: the title with what is above and below it, the table's header, a row without its lines, and a line. */
const HEAD = 100;
const HEADER = 34;
const ROW = 14;
const LINE = 19;
/** Pixels of the notes below the table, and of the words for no value. */
const NOTES = 74;
const EMPTY = 90;
/** Pixels of a character, of the columns before the source, and of the padding around. */
const CHARACTER = 6.8;
const COLUMNS = { wide: 320, narrow: 150 };
const PADDING = 32;
/** The width of a frame in pixels below which there is no column for the kind. */
const NARROW = 450;

const wordsOf = ({ title, headline, publication = '', quote = '' }: Source) =>
  headline === undefined ? `${title} ${quote}` : `${headline}, ${publication} ${quote}`;

/** Returns the pixels of height that the table needs in a frame of this width. */
function tableHeight(data: ValuationData, width: number): number {
  const points = drawable(data.points);
  if (points.length === 0) return HEAD + EMPTY;
  const room = width - PADDING;
  const column = room - (width < NARROW ? COLUMNS.narrow : COLUMNS.wide);
  const lines = (text: string, pixels: number) => Math.max(1, Math.ceil((text.length * CHARACTER) / pixels));
  const rows = points.map(({ source }) => ROW + LINE * lines(source ? wordsOf(source) : '', column));
  return HEAD + HEADER + rows.reduce((sum, row) => sum + row, 0) + NOTES;
}

export const valuationTable: Definition<'valuation-table', ValuationData> = {
  kind: 'valuation-table',
  title: ({ company }) => say('{company} valuation table', { company: plainText(company.name) }),
  face: valuationTableFace,
  height: tableHeight,
  csv: valuationCsv,
  picture: valuationTablePicture,
  smaller: ['company-card', 'valuation-sparkline'],
  pin: pinValuation,
  gallery: {
    title: 'Valuation table',
    about: 'The same values as a table.',
    path: '/api/v1/embed/company-data-valuation-table/',
    height: 560,
    samples: [
      { title: 'Usual', data: valuations.usual, screens: 'all' },
      inDark(valuations.usual),
      inCream(valuations.usual),
      withoutValues(valuations.none),
    ],
  },
};
