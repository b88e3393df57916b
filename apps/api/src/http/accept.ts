import type { Request } from 'express';

/** Every parameter of a media type except its weight: `; charset=utf-8`, `; profile="a, b"`. */
const PARAMETER = /;(?!\s*q\s*=)[^;,="]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/gi;

/**
 * Returns whether a request accepts one of these media types. Ignores parameters such as `charset`, because the API has
 * only one form of each type.
 */
export function accepts(req: Request, types: string[]): boolean {
  const { accept } = req.headers;
  if (accept !== undefined) req.headers.accept = accept.replaceAll(PARAMETER, '');
  return req.accepts(types) !== false;
}
