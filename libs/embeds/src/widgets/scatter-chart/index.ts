import { papersOf } from '../../look.ts';
import { inArabic, inDark, inGerman, withoutValues } from '../looks.ts';
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
