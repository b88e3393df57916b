import { inArabic, inDark, inGerman, withoutValues } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { barCsv, pinBars, titleOf, type BarChartData } from './data.ts';
import { barChartFace } from './element.ts';
import { barsHeight } from './height.ts';
import { barPicture } from './picture.ts';
import { barCharts } from './samples.ts';

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
