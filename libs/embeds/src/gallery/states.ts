import type { Kind, Widget } from '../data.ts';
import type { Look } from '../options.ts';
import { pinWidget } from '../pin.ts';
import { datasetCharts } from './dataset-samples.ts';
import { bareSummary, summary, valuations } from './samples.ts';

/** A widget in one of its states, drawn from example data. `id` is a segment of its address. */
export type State = { id: string; title: string; widget: Widget; look: Look; query?: Record<string, string> };

const state = (id: string, title: string, widget: Widget, look: Look = {}): State => ({
  id,
  title,
  widget,
  look,
  query: look,
});

const chart = (name: keyof typeof valuations): Widget => ({
  kind: 'valuation-chart',
  data: valuations[name],
});
const table = (name: keyof typeof valuations): Widget => ({
  kind: 'valuation-table',
  data: valuations[name],
});
const datasets = (name: keyof typeof datasetCharts): Widget => ({
  kind: 'dataset-chart',
  data: datasetCharts[name],
});
const company: Widget = { kind: 'company-summary', data: summary };

const cream: Look = { background: 'fff7e6', text: '3b2f1a', accent: '9a3412', font: 'serif' };
/** An accent that could not be read on such a background as it is. */
const night: Look = { background: '1c1330', accent: '7a2ca3', font: 'mono' };
const PINNED = '2018-12-31';

/** Every widget in each of its states; the first of a kind is the usual one. */
export const states: readonly State[] = [
  state('valuation-chart', 'Usual', chart('usual')),
  state('valuation-chart-dark', 'Dark', chart('usual'), { theme: 'dark' }),
  state('valuation-chart-cream', 'In the colours and the font of a page', chart('usual'), cream),
  state('valuation-chart-night', 'Colours that were made readable', chart('usual'), night),
  {
    ...state('valuation-chart-pinned', 'Pinned to a day', pinWidget(chart('usual'), PINNED)),
    query: { as_of: PINNED },
  },
  state('valuation-chart-hundred', 'A hundred values', chart('hundred')),
  state('valuation-chart-one', 'One value', chart('one')),
  state('valuation-chart-none', 'No value', chart('none')),
  state('valuation-chart-same-day', 'Two values of one day', chart('same-day')),
  state('valuation-chart-zero', 'Nothing but zero', chart('zero')),
  state('valuation-chart-negative', 'Below zero', chart('negative')),
  state('valuation-chart-huge', 'Very large', chart('huge')),
  state('valuation-chart-tiny', 'Very small', chart('tiny')),
  state('valuation-chart-francs', 'Another currency', chart('francs')),
  state('valuation-chart-currencies', 'Values in several currencies', chart('currencies')),
  state('valuation-chart-right-to-left', 'A name that is read from the right', chart('right-to-left')),

  state('valuation-table', 'Usual', table('usual')),
  state('valuation-table-dark', 'Dark', table('usual'), { theme: 'dark' }),
  state('valuation-table-cream', 'In the colours and the font of a page', table('usual'), cream),
  state('valuation-table-none', 'No value', table('none')),

  state('company-summary', 'Usual', company),
  state('company-summary-dark', 'Dark', company, { theme: 'dark' }),
  state('company-summary-cream', 'In the colours and the font of a page', company, cream),
  state('company-summary-bare', 'Next to nothing is known', { kind: 'company-summary', data: bareSummary }),

  state('dataset-chart', 'Lines, one with a gap', datasets('line')),
  state('dataset-chart-dark', 'Dark', datasets('line'), { theme: 'dark' }),
  state('dataset-chart-night', 'In the colours and the font of a page', datasets('annotated'), night),
  state(
    'dataset-chart-annotated',
    'Points with notes, data labels, a colour of its own',
    datasets('annotated'),
  ),
  state('dataset-chart-area', 'Area', datasets('area')),
  state('dataset-chart-column', 'Columns with notes', datasets('column')),
  state('dataset-chart-columns', 'Columns of two datasets', datasets('columns')),
  state('dataset-chart-gaps', 'Years without a value, notes before and after all', datasets('gaps')),
  state('dataset-chart-negative', 'Columns below zero', datasets('negative')),
  state('dataset-chart-ten', 'Ten datasets', datasets('ten')),
  state('dataset-chart-one', 'One value', datasets('one')),
  state('dataset-chart-none', 'No value', datasets('none')),
];

/** What the kinds are called, and the address by which a partner asks for each. */
export const families: Record<Kind, { title: string; about: string; path: string }> = {
  'valuation-chart': {
    title: 'Valuation chart',
    about: 'What a company was worth over time, each value with its source. Estimates are dashed and hollow.',
    path: '/api/v1/embed/company-data-valuation-chart/',
  },
  'valuation-table': {
    title: 'Valuation table',
    about: 'The same values as a table.',
    path: '/api/v1/embed/company-data-valuation-table/',
  },
  'company-summary': {
    title: 'Company summary',
    about: 'What a company does, its latest figures and its people.',
    path: '/api/v1/embed/company-data-summary/',
  },
  'dataset-chart': {
    title: 'Dataset chart',
    about: 'Datasets of your choice as lines, columns or areas.',
    path: '/api/v1/embed/charts/',
  },
};
