import { createHash } from 'node:crypto';

/** A style sheet as a source of a Content-Security-Policy. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Who may hold a page in a frame: the origins; or anybody, where the directive is left out, for its `*` does not mean
 * pages without a host, such as files and web views.
 */
export const frameAncestors = (origins?: readonly string[]) =>
  origins === undefined ? [] : [`frame-ancestors ${origins.join(' ')}`];
