import type { Endpoint, ErrorStyle } from './endpoint.ts';

/** Returns HTML errors for paths that begin like those of pages, because people shorten page addresses. */
export function siblingStyle(endpoints: Endpoint[]): (path: string) => ErrorStyle {
  const rootOf = (path: string) => path.split('/')[1];
  const roots = new Set(
    endpoints.filter(({ errorStyle }) => errorStyle === 'page').map(({ path }) => rootOf(path)),
  );
  return (path) => (roots.has(rootOf(path)) ? 'page' : 'json');
}
