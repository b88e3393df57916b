import { to, type Signed } from '../console.ts';

const SHOWN = 25;

/** The most rows of a list that a command makes anew for each page. */
export const MAX_LISTED = 1000;

const placeOf = (from: string, most: number): number =>
  /^\d{1,6}$/.test(from) ? Math.min(Number(from), most - SHOWN) : 0;

/** Returns how many rows a command must list for a page: those up to its end, and one more if there is a next page. */
export const limitOf = (from: string): number => Math.min(placeOf(from, MAX_LISTED) + SHOWN + 1, MAX_LISTED);

/**
 * Returns a page of what a command listed, with the addresses of the pages around it.
 * @param options.from from the query
 * @param options.most how many rows the pages show
 */
export function pageOf<T>(
  context: Signed,
  all: T[],
  {
    path,
    sent,
    from,
    most = Infinity,
  }: { path: string; sent: Record<string, string>; from: string; most?: number },
): { shown: T[]; next: string | undefined; previous: string | undefined } {
  const begin = placeOf(from, most);
  const page = (place: number) =>
    place >= all.length
      ? undefined
      : to(context, `${path}?${new URLSearchParams({ ...sent, from: String(place) })}`);
  return {
    shown: all.slice(begin, begin + SHOWN),
    next: page(begin + SHOWN),
    previous: begin === 0 ? undefined : page(Math.max(0, begin - SHOWN)),
  };
}
