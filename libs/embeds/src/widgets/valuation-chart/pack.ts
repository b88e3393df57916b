import { drawable } from '../../chart/frame.ts';
import { packPoints, unpackPoints, type PackedPoints } from '../../chart/pack.ts';
import { Markup } from '../../text/markup.ts';
import type { ValuationData } from './data.ts';
import { NO_ORIGIN, type Origin } from './view.ts';

/** The data of a page's script. The page's table has the values and their sources. */
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
  points: packPoints(drawable(points), false),
});

/** A company that the page's words name. */
export const NOBODY = { name: '', slug: '', domain: '', logoUrl: null };

/** Returns the rows of the page's table in order of time. The newest value is in the first row. */
const rowsOf = (root: ParentNode) => [...root.querySelectorAll('tbody tr')].reverse();

/** Returns the data that `packValuations` packed, with the values of the page's table, without company and sources. */
export function unpackValuations({ points, ...data }: PackedValuations, root: ParentNode): ValuationData {
  const values = rowsOf(root).map((row) => Number(row.querySelector<HTMLElement>('[data-v]')!.dataset['v']));
  return {
    ...data,
    company: NOBODY,
    points: unpackPoints(points, values).map((point) => ({ ...point, value: point.value!, source: null })),
  };
}

/** Returns a function that reads the source of a point, with all details, from its row of the table. */
export function originsInTable(root: ParentNode): (i: number) => Origin {
  const rows = rowsOf(root);
  return (i) => {
    const cell = rows[i]?.lastElementChild as HTMLElement | undefined;
    const named = cell?.firstElementChild;
    if (!named) return NO_ORIGIN;
    const title = cell.dataset['site'] ?? named.textContent;
    const source = { url: named.getAttribute('href') ?? '', title };
    return { source, cited: () => new Markup(cell.innerHTML) };
  };
}
