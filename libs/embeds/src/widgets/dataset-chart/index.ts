import { inArabic, inDark, inGerman, night, withoutValues } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { datasetCsv, drawDatasets, pinDatasets, type DatasetChartData } from './data.ts';
import { datasetChartFace } from './element.ts';
import { datasetLeast } from './height.ts';
import { titleOf } from './names.ts';
import { packDatasets } from './pack.ts';
import { datasetPicture } from './picture.ts';
import { datasetCharts } from './samples.ts';

export const datasetChart: Definition<'dataset-chart', DatasetChartData> = {
  kind: 'dataset-chart',
  title: titleOf,
  face: datasetChartFace,
  script: packDatasets,
  size: { height: 500, width: 560 },
  least: datasetLeast,
  csv: datasetCsv,
  picture: datasetPicture,
  pin: pinDatasets,
  draw: drawDatasets,
  gallery: {
    title: 'Dataset chart',
    about: 'Datasets of your choice as lines, columns or areas.',
    path: '/api/v1/embed/charts/',
    body: ({ view }) => ({ data: [{ dataset_id: 12 }], view_type: view }),
    height: 620,
    samples: [
      { title: 'Lines, one with a gap', data: datasetCharts.line },
      inDark(datasetCharts.line),
      {
        name: 'night',
        title: "A page's own colours and font",
        data: datasetCharts.annotated,
        look: night,
        screens: 'one',
      },
      {
        name: 'annotated',
        title: 'Notes, data labels and a colour of its own',
        data: datasetCharts.annotated,
        screens: 'all',
      },
      { name: 'area', title: 'Area', data: datasetCharts.area },
      { name: 'column', title: 'Columns with notes', data: datasetCharts.column },
      { name: 'columns', title: 'Columns of two datasets', data: datasetCharts.columns, screens: 'one' },
      {
        name: 'gaps',
        title: 'Years without a value, and notes before and after the data',
        data: datasetCharts.gaps,
        screens: 'one',
      },
      {
        name: 'companies',
        title: 'Companies with values of different days',
        data: datasetCharts.companies,
        screens: 'all',
      },
      {
        name: 'highlighted',
        title: 'One company in colour',
        data: datasetCharts.highlighted,
        query: { highlight: 'acme' },
        screens: 'one',
      },
      {
        name: 'quiet',
        title: 'One dataset of stacked columns in colour',
        data: datasetCharts.quiet,
        query: { stacked: 'true', highlight: '12' },
        screens: 'one',
      },
      {
        name: 'logarithmic',
        title: 'A logarithmic scale',
        data: datasetCharts.logarithmic,
        query: { scale: 'log' },
        screens: 'one',
      },
      {
        name: 'baseline',
        title: 'An axis that begins near the least value',
        data: datasetCharts.baseline,
        query: { baseline: 'data' },
        screens: 'one',
      },
      {
        name: 'stacked',
        title: 'Stacked columns',
        data: datasetCharts.stacked,
        query: { stacked: 'true' },
        screens: 'one',
      },
      { name: 'areas', title: 'Stacked areas', data: datasetCharts.areas, screens: 'one' },
      { name: 'forecast', title: 'Forecasts', data: datasetCharts.forecast, screens: 'one' },
      { name: 'quarters', title: 'Quarters', data: datasetCharts.quarters, screens: 'all' },
      { name: 'negative', title: 'Columns below zero', data: datasetCharts.negative },
      { name: 'ten', title: 'Ten datasets', data: datasetCharts.ten, screens: 'all' },
      inGerman(datasetCharts.negative),
      inArabic(datasetCharts.line, 'one'),
      { name: 'one', title: 'One value', data: datasetCharts.one },
      withoutValues(datasetCharts.none),
    ],
  },
};
