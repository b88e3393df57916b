import { createHash } from 'node:crypto';

/** A style sheet as a source of a Content-Security-Policy. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Who may hold a page in a frame: the origins, or anybody. */
export const frameAncestors = (origins?: readonly string[]) => `frame-ancestors ${origins?.join(' ') ?? '*'}`;
