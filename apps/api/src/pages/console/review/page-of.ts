import { to, type Signed } from '../console.ts';

const SHOWN = 25;

/** Returns a page of what a command listed, with the addresses of the pages around it. @param options.from from the query */
export function pageOf<T>(
  context: Signed,
  all: T[],
  { path, sent, from }: { path: string; sent: Record<string, string>; from: string },
): { shown: T[]; next: string | undefined; previous: string | undefined } {
  const begin = /^\d{1,9}$/.test(from) ? Number(from) : 0;
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
