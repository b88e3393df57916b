import { createChart, LineSeries, LineType, type UTCTimestamp } from 'lightweight-charts';
import { dollars, readPage } from './page.ts';

const { times, values, place, size, drawn } = readPage();
const chart = createChart(place, size);
const series = chart.addSeries(LineSeries, {
  lineType: LineType.WithSteps,
  priceFormat: { type: 'custom', formatter: (value: number) => dollars.format(value), minMove: 1 },
});
series.setData(times.map((time, i) => ({ time: time as UTCTimestamp, value: values[i]! })));
chart.timeScale().fitContent();
// It draws in the next frame, in a callback that it has registered already.
requestAnimationFrame(drawn);
