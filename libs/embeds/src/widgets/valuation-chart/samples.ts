import type { Point } from '../../inputs/data.ts';
import type { ValuationData } from './data.ts';

// Example data of companies that do not exist, for the gallery and the tests.
export const company = {
  name: 'Acme Robotics',
  slug: 'acme-robotics',
  domain: 'acme.example',
  logoUrl: null,
};

export const point = (date: string, value: number, estimate = false): Point => ({
  date,
  value,
  estimate,
  source: { url: `https://news.example/${date}`, title: `Example News, ${date.slice(0, 4)}` },
});

const valuation = (points: Point[], more: Partial<ValuationData> = {}): ValuationData => ({
  company,
  points,
  currency: 'USD',
  asOf: points.at(-1)?.date ?? null,
  ...more,
});

const hundred = Array.from({ length: 100 }, (_, i) =>
  point(
    new Date(Date.UTC(2015, 0, 1 + i * 37)).toISOString().slice(0, 10),
    Math.round((2 + Math.sin(i / 7) + i / 10) * 1e8),
    i % 10 === 9,
  ),
);

/** The cases that the valuation widgets must be able to draw. */
export const valuations = {
  usual: valuation([
    point('2012-05-20', 4e7, true),
    point('2014-02-11', 3.5e8),
    point('2016-09-01', 9.5e8),
    point('2018-06-30', 1.2e9),
    point('2021-03-14', 7.4e9),
    point('2022-07-14', 5.1e9, true),
    point('2023-03-15', 4.2e9),
    point('2025-02-27', 6.75e9),
  ]),
  none: valuation([]),
  one: valuation([point('2025-02-27', 6.75e9)]),
  hundred: valuation(hundred),
  'same-day': valuation([point('2025-02-27', 1e9), point('2025-02-27', 2e9)]),
  zero: valuation([point('2023-01-01', 0), point('2024-01-01', 0)]),
  negative: valuation([
    point('2020-01-01', -5e8),
    point('2021-01-01', 3e8),
    point('2021-06-01', -1e9, true),
    point('2022-01-01', 2e9),
  ]),
  huge: valuation([point('1990-01-01', 1), point('2024-06-30', 4.5e18)]),
  tiny: valuation([point('2024-06-01', 0.00000012), point('2024-06-30', 0.004)]),
  francs: valuation([point('2019-01-01', 2.2e8), point('2024-01-01', 1.15e9, true)], { currency: 'CHF' }),
  currencies: valuation([point('2019-01-01', 2.2e8), point('2024-01-01', 1.15e9)], {
    leftOut: [
      { date: '2020-01-01', currency: 'EUR' },
      { date: '2022-01-01', currency: 'EUR' },
      { date: '2023-01-01', currency: 'GBP' },
    ],
  }),
  'right-to-left': valuation([point('2019-01-01', 2.2e8), point('2024-01-01', 1.15e9)], {
    company: { ...company, name: 'شركة الروبوتات' },
    currency: 'SAR',
  }),
  named: valuation([point('2024-02-27', 1.2e9), point('2025-02-27', 6.75e9)], {
    company: { ...company, name: 'Harbor Biologics International (formerly Northern Harbour)' },
  }),
} satisfies Record<string, ValuationData>;
