import type { Point } from '../../inputs/data.ts';
import { company, point, valuations } from '../valuation-chart/samples.ts';
import type { Compared, ComparisonData } from './data.ts';

const compared = (name: string, points: Point[]): Compared => {
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return { company: { ...company, name, slug, domain: `${slug}.example` }, points };
};

const comparison = (companies: Compared[], more: Partial<ComparisonData> = {}): ComparisonData => ({
  companies,
  currency: 'USD',
  asOf: '2025-02-27',
  ...more,
});

const acme = { company, points: valuations.usual.points };
const bolt = compared('Bolt Machines', [
  point('2016-04-01', 2e8),
  point('2019-10-15', 1.9e9),
  point('2023-06-30', 3.1e9, true),
  point('2024-11-05', 4.6e9),
]);
const gripper = compared('Gripper & Sons', [point('2020-02-01', 9e8), point('2024-02-20', 6e8)]);

/** The cases that widgets of several companies must be able to draw. */
export const comparisons = {
  usual: comparison([acme, bolt, gripper]),
  ten: comparison([
    acme,
    bolt,
    gripper,
    ...Array.from({ length: 7 }, (_, i) =>
      compared(`Company with a long name, number ${i + 4}`, [
        point(`${2012 + i}-06-30`, 3e8 * (i + 1)),
        point(`${2017 + i}-06-30`, 9e8 * (7 - i)),
      ]),
    ),
  ]),
  gaps: comparison([acme, compared('Nothing known', [])], {
    leftOut: [{ name: 'Zürcher Werke', currency: 'CHF' }],
  }),
  none: comparison([compared('Nothing known', [])], { asOf: null }),
} satisfies Record<string, ComparisonData>;
