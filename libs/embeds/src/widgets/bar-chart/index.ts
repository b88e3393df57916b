import { inArabic, inDark, inGerman, withoutValues } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { barCsv, pinBars, titleOf, type BarChartData, barDay, hiddenBars, shownBars } from './data.ts';
import { barChartFace } from './element.ts';
import { barPicture } from './picture.ts';
import { barCharts } from './samples.ts';
import { wrapText } from '../../text/width.ts';

/** Pixels: what is around the bars, the padding beside them, a line, a bar of several, and the space of a row. */
const AROUND = 200;
const PADDING = 32;
const LINE = 22;
const BAR = 24;
const ROW = 10;
const FONT = { size: 14 };
/** The width of a frame in pixels below which a name is above its bars. */
const NARROW = 512;

/** Returns the pixels of height that the bars need in a frame of this width. */
function barsHeight(data: BarChartData, width: number): number {
  const room = width - PADDING;
  const lines = (text: string, pixels: number) => wrapText(text, pixels, FONT).length;
  const key =
    data.columns.length > 1 ? LINE * lines(data.columns.map((name) => `———${name}`).join(' '), room) + 16 : 0;
  const rows = shownBars(data).map((bar) => {
    const { label, date, values } = bar;
    const most = values.length * BAR;
    if (width < NARROW)
      return ROW + most + LINE * lines(date === null ? label : `${label}, ${barDay(date, bar)}`, room);
    return ROW + Math.max(most, LINE * (lines(label, room * 0.38) + (date === null ? 0 : 1)));
  });
  const hidden = hiddenBars(data) > 0 ? LINE + 8 : 0;
  const around = AROUND + (rows.length === 0 ? 90 : 0);
  return rows.reduce((sum, row) => sum + row, around + key + hidden);
}

export const barChart: Definition<'bar-chart', BarChartData> = {
  kind: 'bar-chart',
  title: titleOf,
  face: barChartFace,
  size: { height: 500, width: 600 },
  height: barsHeight,
  csv: barCsv,
  picture: barPicture,
  pin: pinBars,
  gallery: {
    title: 'Bars',
    about: "A company's funding rounds, or values of names in a table of your own, as bars.",
    path: '/api/v1/embed/company-data-rounds/',
    height: 420,
    samples: [
      { title: 'Funding rounds', data: barCharts.rounds, screens: 'all' },
      inDark(barCharts.rounds),
      {
        name: 'names',
        title: 'One of several names in colour',
        data: barCharts.names,
        query: { highlight: 'Hospitals and laboratories' },
      },
      {
        name: 'several',
        title: 'Two values of each name, some below zero',
        data: barCharts.several,
        screens: 'one',
      },
      {
        name: 'estimates',
        title: 'Estimates, and values of different periods',
        data: barCharts.estimates,
        screens: 'one',
      },
      inGerman(barCharts.rounds),
      inArabic(barCharts.several, 'one'),
      withoutValues(barCharts.none),
    ],
  },
};
