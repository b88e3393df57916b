import uPlot from 'uplot';
import { dollars, readPage } from './page.ts';

const { times, values, place, size, drawn } = readPage();
const step = uPlot.paths.stepped!({ align: 1 });
const dollarsOf = (_: uPlot, value: number | null) => (value === null ? '–' : dollars.format(value));
new uPlot(
  {
    ...size,
    height: size.height - 40,
    series: [{}, { label: 'Valuation', stroke: '#1b5e9e', width: 2, paths: step, value: dollarsOf }],
    axes: [{}, { values: (_, ticks) => ticks.map((tick) => dollars.format(tick)) }],
    hooks: { draw: [drawn] },
  },
  [times, values],
  place,
);
