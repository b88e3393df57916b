import { createHash } from 'node:crypto';

/** Returns the Content-Security-Policy source for a style sheet: its hash. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns the directive that limits which origins may frame a page. Without origins it is omitted: `*` would exclude
 * pages without a host, such as files and web views.
 */
export const frameAncestors = (origins?: readonly string[]) =>
  origins === undefined ? [] : [`frame-ancestors ${origins.join(' ')}`];
