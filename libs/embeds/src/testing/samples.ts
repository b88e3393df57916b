import type { DatasetChartData } from '../widgets/dataset-chart/data.ts';
import { annotated, datasets, rival } from '../widgets/dataset-chart/samples.ts';
import type { ValuationData } from '../widgets/valuation-chart/data.ts';
import { point } from '../widgets/valuation-chart/samples.ts';

export * from '../widgets/bar-chart/samples.ts';
export * from '../widgets/company-summary/samples.ts';
export * from '../widgets/dataset-chart/samples.ts';
export * from '../widgets/scatter-chart/samples.ts';
export * from '../widgets/small-multiples/samples.ts';
export * from '../widgets/valuation-chart/samples.ts';

/** Text that tries to break out of every place it is put into. */
export const hostileText = `</title></script></style><script>alert(1)</script>"'><img src=x onerror=alert(2)>\u202e\u0000{{x}}\${y}`;
const word = 'W'.repeat(10_000);

export const hostile = {
  company: {
    name: hostileText + word,
    slug: '"><b>',
    domain: hostileText,
    logoUrl: 'https://tracker.example/logo.png?"onerror=alert(3)',
  },
  points: [
    { ...point('2020-01-01', 1e9), source: { url: 'javascript:alert(4)', title: hostileText } },
    { ...point('2021-01-01', 2e9), source: { url: 'data:text/html,<script>alert(5)</script>', title: word } },
    {
      ...point('2022-01-01', 3e9),
      source: { url: `https://x.example/"onclick="alert(6)`, title: hostileText },
    },
    { ...point('2023-01-01', 4e9), source: { url: 'https://bank.example@evil.example/', title: 'Bank' } },
    { ...point('not a date"><script>alert(7)</script>', 5e9) },
    { ...point('2024-01-01', Number.NaN) },
  ],
  currency: '<script>alert(8)</script>',
  asOf: hostileText,
} satisfies ValuationData;

export const hostileDatasets: DatasetChartData = datasets({
  name: hostileText + word,
  description: hostileText,
  unit: '"><script>alert(9)</script>',
  asOf: hostileText,
  series: [
    {
      ...annotated,
      name: hostileText + word,
      color: 'red" onload="alert(10)',
      annotations: [{ date: '2019-12-31', label: hostileText + word }],
      source: { url: 'javascript:alert(11)', title: hostileText },
    },
    { ...rival, name: word, color: 'url(https://tracker.example/x)', source: null },
  ],
});
