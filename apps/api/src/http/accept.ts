import type { Request } from 'express';

/** `; charset=utf-8`, `; profile="a, b"`: every parameter of a media type but its weight. */
const PARAMETER = /;(?!\s*q\s*=)[^;,="]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/gi;

/**
 * Whether a caller takes one of these media types. Parameters do not tell types apart here: each type is given in one
 * form, and a caller that names a charset or an indent with it means that type.
 */
export function takes(req: Request, types: string[]): boolean {
  const { accept } = req.headers;
  if (accept !== undefined) req.headers.accept = accept.replaceAll(PARAMETER, '');
  return req.accepts(types) !== false;
}
