import { packPoints, unpackPoints, type PackedPoints } from '../../chart/pack.ts';
import { NOBODY, originsInTable } from '../valuation-chart/pack.ts';
import { comparedOf, type Compared, type ComparisonData } from './data.ts';
import { panelReadings } from './panels.ts';

/** The data of a page's script. The page's tables have the sources of the values. */
export type PackedComparison = Pick<ComparisonData, 'currency' | 'asOf'> & {
  companies: [name: string, points: PackedPoints][];
};

export const packComparison = (data: ComparisonData): PackedComparison => ({
  currency: data.currency,
  asOf: data.asOf,
  companies: comparedOf(data).map(({ company, points }) => [company.name, packPoints(points)]),
});

/** Returns what to read in the panels of a page, with the sources of its tables. */
export function readingsIn({ companies, ...data }: PackedComparison, root: ParentNode) {
  const compared = companies.map(([name, points]): Compared => ({
    company: { ...NOBODY, name },
    points: unpackPoints(points).map((point) => ({ ...point, value: point.value!, source: null })),
  }));
  const tables = [...root.querySelectorAll('details table')];
  const known = compared.filter(({ points }) => points.length > 0);
  return panelReadings(compared, data, root, (k, i) => {
    const table = tables[known.indexOf(compared[k]!)];
    return { ...compared[k]!.points[i]!, source: table ? originsInTable(table)(i).source : null };
  });
}
