import type { Endpoint } from './endpoint.ts';

/** Returns the first segment of a path in lower case. */
const rootOf = (path: string) => path.split('/')[1]!.toLowerCase();

/** Returns whether a path begins with a parameter, such as the slug of a company. */
export const beginsWithParameter = (path: string): boolean => path.startsWith('/:');

/**
 * Returns whether a path begins like that of an endpoint. Endpoints whose path begins with a parameter leave such paths
 * to the fallbacks, so that `/api` and a shortened `/research/…` stay what they are.
 */
export function isRootOf(endpoints: Endpoint[]): (path: string) => boolean {
  const roots = new Set(
    endpoints.filter(({ path }) => !beginsWithParameter(path)).map(({ path }) => rootOf(path)),
  );
  return (path) => roots.has(rootOf(path));
}
