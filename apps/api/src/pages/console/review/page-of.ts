import { to, type Signed } from '../console.ts';

const SHOWN = 25;

const placeOf = (from: string): number => (/^\d{1,6}$/.test(from) ? Number(from) : 0);

/** Returns how many rows a command must list for a page: those up to its end, and one more if there is a next page. */
export const limitOf = (from: string): number => placeOf(from) + SHOWN + 1;

/** Returns a page of what a command listed, with the addresses of the pages around it. @param options.from from the query */
export function pageOf<T>(
  context: Signed,
  all: T[],
  { path, sent, from }: { path: string; sent: Record<string, string>; from: string },
): { shown: T[]; next: string | undefined; previous: string | undefined } {
  const begin = placeOf(from);
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
