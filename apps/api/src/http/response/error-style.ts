import type { Endpoint, ErrorStyle } from '../endpoint.ts';

/**
 * Returns HTML errors for paths that begin like the paths of pages, because people shorten the addresses of pages.
 * Endpoints that return JSON return their errors as JSON too.
 */
export function siblingStyle(endpoints: Endpoint[]): (path: string) => ErrorStyle {
  const rootOf = (path: string) => path.split('/')[1];
  const roots = new Set(
    endpoints.filter(({ errorStyle }) => errorStyle === 'page').map(({ path }) => rootOf(path)),
  );
  const json = new Set(endpoints.filter(({ errorStyle }) => errorStyle === 'json').map(({ path }) => path));
  return (path) => (roots.has(rootOf(path)) && !json.has(path) ? 'page' : 'json');
}
