import { lineY, plot, ruleX, tip, pointerX } from '@observablehq/plot';
import { dollars, readPage } from './page.ts';

const { times, values, place, size, drawn } = readPage();
const data = times.map((time, i) => ({ day: new Date(time * 1000), value: values[i]! }));
const channels = { x: 'day', y: 'value' };
place.append(
  plot({
    ...size,
    y: { tickFormat: (value: number) => dollars.format(value), grid: true },
    marks: [
      lineY(data, { ...channels, curve: 'step-after', stroke: '#1b5e9e' }),
      ruleX(data, pointerX(channels)),
      tip(data, pointerX({ ...channels, title: ({ value }: { value: number }) => dollars.format(value) })),
    ],
  }),
);
drawn();
