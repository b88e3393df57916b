import type { Endpoint, ErrorStyle } from '../endpoint.ts';

/**
 * Returns HTML errors for paths that begin like the paths of pages, because people shorten the addresses of pages, and for
 * paths of one segment if those are pages. Other endpoints return their errors as JSON.
 */
export function siblingStyle(endpoints: Endpoint[]): (path: string) => ErrorStyle {
  const rootOf = (path: string) => path.split('/')[1]!;
  const pathsOf = (isPage: boolean) =>
    endpoints.filter(({ errorStyle }) => (errorStyle === 'page') === isPage).map(({ path }) => path);
  const others = new Set(pathsOf(false));
  const roots = new Set(pathsOf(true).map(rootOf));
  const otherRoots = new Set([...others].map(rootOf));
  const isAny = [...roots].some((root) => root.startsWith(':'));
  return (path) => {
    const root = rootOf(path);
    const isOfAny = isAny && path === `/${root}` && !otherRoots.has(root);
    return !others.has(path) && (roots.has(root) || isOfAny) ? 'page' : 'json';
  };
}
