/** The page of a library: its data, the place of its chart, and how it reports that the chart is drawn. */
interface ChartPage {
  /** Seconds since 1970, in order. */
  times: number[];
  values: number[];
  place: HTMLElement;
  /** CSS pixels. */
  size: { width: number; height: number };
  drawn: () => void;
}

/** Reads the page. All libraries get the same data in the same form. */
export function readPage(): ChartPage {
  const [times, values] = JSON.parse(document.getElementById('data')!.textContent) as [number[], number[]];
  const place = document.getElementById('chart')!;
  const { width, height } = place.getBoundingClientRect();
  const drawn = () => void Object.assign(window, { drawn: true });
  return { times, values, place, size: { width, height }, drawn };
}

/** A value in dollars, as the axes and readings show it. */
export const dollars = new Intl.NumberFormat('en', {
  notation: 'compact',
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});
