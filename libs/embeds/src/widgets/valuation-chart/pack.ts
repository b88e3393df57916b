import { drawable } from '../../chart/frame.ts';
import { packPoints, unpackPoints, type PackedPoints } from '../../pack.ts';
import { Markup } from '../../markup.ts';
import type { ValuationData } from './data.ts';
import { NO_ORIGIN, type Origin } from './view.ts';

/** The data of a page's script. The page's table has the sources. */
export type PackedValuations = Omit<ValuationData, 'company' | 'points' | 'leftOut'> & {
  points: PackedPoints;
};

export const packValuations = ({
  company: _c,
  leftOut: _l,
  points,
  ...data
}: ValuationData): PackedValuations => ({
  ...data,
  points: packPoints(drawable(points)),
});

const NOBODY = { name: '', slug: '', domain: '', logoUrl: null };

/** Returns the data that `packValuations` packed, without company and sources. */
export const unpackValuations = ({ points, ...data }: PackedValuations): ValuationData => ({
  ...data,
  company: NOBODY,
  points: unpackPoints(points).map(({ date, value, estimate }) => ({
    date,
    value: value!,
    estimate,
    source: null,
  })),
});

/**
 * Returns a function that reads the source of a point, with all details, from its row of the table. The newest value is
 * in the first row.
 */
export function originsInTable(root: ParentNode): (i: number) => Origin {
  const rows = [...root.querySelectorAll('tbody tr')];
  return (i) => {
    const cell = rows[rows.length - 1 - i]?.lastElementChild;
    const named = cell?.firstElementChild;
    if (!named) return NO_ORIGIN;
    const source = { url: named.getAttribute('href') ?? '', title: named.textContent };
    return { source, cited: () => new Markup(cell.innerHTML) };
  };
}
