import { papersOf } from '../../look.ts';
import { arabic, dark, german } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { pinScatter, scatterCsv, type ScatterChartData } from './data.ts';
import { scatterChartFace } from './element.ts';
import { scatterLeast } from './height.ts';
import { titleOfAxes } from './measures.ts';
import { scatterPicture } from './picture.ts';
import { scatterCharts } from './samples.ts';

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
      { name: 'dark', title: 'Dark', data: scatterCharts.usual, look: dark },
      {
        name: 'highlighted',
        title: 'One company in colour',
        data: scatterCharts.highlighted,
        query: { highlight: 'crane' },
        screens: 'one',
      },
      { name: 'crowded', title: 'Many names', data: scatterCharts.crowded, screens: 'one' },
      { name: 'own', title: 'Names of a table', data: scatterCharts.own, screens: 'one' },
      { name: 'german', title: 'German', data: scatterCharts.usual, look: german },
      {
        name: 'arabic',
        title: 'Arabic, right to left',
        data: scatterCharts.usual,
        look: arabic,
        screens: 'one',
      },
      { name: 'one', title: 'One company', data: scatterCharts.one },
      { name: 'none', title: 'No value', data: scatterCharts.none },
    ],
  },
};
