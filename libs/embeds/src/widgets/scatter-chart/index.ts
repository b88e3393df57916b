import { papersOf, shadeOf } from '../../chart/look.ts';
import { inArabic, inDark, inGerman, withoutValues } from '../looks.ts';
import { type Definition, withoutPlot, type Picture } from '../widget.ts';
import {
  pinScatter,
  scatterCsv,
  type ScatterChartData,
  axes,
  labelOf,
  shownDots,
  valueWords,
  leftOutWords,
  scatterSummary,
  sourcesOf,
} from './data.ts';
import { scatterChartFace } from './element.ts';
import { titleOfAxes } from './measures.ts';
import { scatterCharts } from './samples.ts';
import { longestOf } from '../../text/text.ts';
import { wrapText } from '../../text/width.ts';
import { axesWords, scatterView, scatterPlot } from './plot.ts';
import type { Look } from '../../inputs/options.ts';
import { say } from '../../words/say.ts';

/** Pixels: what is around the texts above the plot, with the least plot; the padding beside them, and a line of one. */
const AROUND = { wide: 420, narrow: 418 };
const PADDING = 32;
const LINE = 24;
/** The width of a frame in pixels below which it is narrow. */
const NARROW = 480;
const FONT = { size: 15 };
/** The room that a line of the reading keeps for an amount. */
const AMOUNT = ' 0000000000';

/** Returns the least height of the frame of a scatter plot of this width: its texts above the plot may be long names. */
function scatterLeast(data: ScatterChartData, width: number): number {
  const dots = shownDots(data);
  const texts = [
    axesWords(data, scatterView(data)),
    longestOf(dots.map(labelOf)),
    ...axes.map((axis) => longestOf(dots.map((dot) => valueWords(data, dot, axis))) + AMOUNT),
  ];
  const lines = texts.flatMap((text) => wrapText(text, width - PADDING, FONT));
  return AROUND[width < NARROW ? 'narrow' : 'wide'] + LINE * lines.length;
}

export const scatterChart: Definition<'scatter-chart', ScatterChartData> = {
  kind: 'scatter-chart',
  title: titleOfAxes,
  face: scatterChartFace,
  script: (data, look) => ({ ...data, papers: papersOf(look) }),
  size: { height: 640, width: 600 },
  least: scatterLeast,
  csv: scatterCsv,
  picture: scatterPicture,
  pin: pinScatter,
  gallery: {
    title: 'Scatter plot',
    about: 'Two measures of several companies, such as valuation and total funding: a dot for each.',
    path: '/api/v1/embed/company-data-scatter/',
    several: true,
    height: 640,
    samples: [
      { title: 'Valuation and funding', data: scatterCharts.usual, screens: 'all' },
      inDark(scatterCharts.usual),
      {
        name: 'highlighted',
        title: 'One company in colour',
        data: scatterCharts.highlighted,
        query: { highlight: 'crane' },
        screens: 'one',
      },
      { name: 'crowded', title: 'Many names', data: scatterCharts.crowded, screens: 'one' },
      { name: 'own', title: 'Names of a table', data: scatterCharts.own, screens: 'one' },
      inGerman(scatterCharts.usual),
      inArabic(scatterCharts.usual, 'one'),
      { name: 'one', title: 'One company', data: scatterCharts.one },
      withoutValues(scatterCharts.none),
    ],
  },
};

function scatterPicture(data: ScatterChartData, look: Look): Picture {
  const view = scatterView(data, papersOf(look));
  const shade = shadeOf(look);
  return {
    ...withoutPlot,
    title: titleOfAxes(data),
    subtitle: axesWords(data, view),
    summary: scatterSummary(data),
    unit: data.y.unit,
    notes: leftOutWords(data),
    sources: sourcesOf(shownDots(data)),
    empty: say('There are no values to show.'),
    ...(view && {
      frame: view.frame,
      plot: (pen) => [scatterPlot(view, { pen, colourOf: ({ colours }) => colours[shade] })],
    }),
  };
}
