import { Chart, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js';
import { dollars, readPage } from './page.ts';

const { times, values, place, drawn } = readPage();
Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip);
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = (seconds: number) => days.format(seconds * 1000);
new Chart(place.appendChild(document.createElement('canvas')), {
  type: 'line',
  data: {
    datasets: [
      {
        label: 'Valuation',
        data: times.map((x, i) => ({ x, y: values[i]! })),
        stepped: true,
        borderColor: '#1b5e9e',
        pointRadius: 0,
      },
    ],
  },
  options: {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: { type: 'linear', ticks: { callback: (value) => dayOf(Number(value)) } },
      y: { ticks: { callback: (value) => dollars.format(Number(value)) } },
    },
    plugins: {
      tooltip: {
        callbacks: {
          title: ([item]) => dayOf(item!.parsed.x!),
          label: ({ parsed }) => dollars.format(parsed.y!),
        },
      },
    },
  },
  plugins: [{ id: 'drawn', afterDraw: drawn }],
});
