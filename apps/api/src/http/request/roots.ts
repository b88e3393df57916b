import type { Endpoint } from '../endpoint.ts';

/** Returns the first segment of a path in lower case. */
const rootOf = (path: string) => path.split('/')[1]!.toLowerCase();

/** Returns whether a path begins with a parameter, such as the slug of a company. */
export const beginsWithParameter = (path: string): boolean => path.startsWith('/:');

/**
 * Returns a test for paths that begin like the path of an endpoint. Endpoints whose path begins with a parameter do not
 * accept such paths. The fallbacks answer them, so `/api` and a shortened `/research/…` return what they did before.
 */
export function isRootOf(endpoints: Endpoint[]): (path: string) => boolean {
  const roots = new Set(
    endpoints.filter(({ path }) => !beginsWithParameter(path)).map(({ path }) => rootOf(path)),
  );
  return (path) => roots.has(rootOf(path));
}

/** Returns a test for the paths of vital endpoints, which are always answered. */
export function isVitalPath(endpoints: Endpoint[]): (path: string) => boolean {
  // Comparing a few texts takes less time than the hash of one for a set.
  const vital = endpoints.flatMap(({ isVital, path }) => (isVital ? [path, `${path}/`] : []));
  return (path) => vital.includes(path);
}

/** Returns whether a path is one of the API, for partners. */
export const isApi = (path: string): boolean => /^\/api(\/|$)/i.test(path);
