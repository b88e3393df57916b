import type { IncomingMessage } from 'node:http';
import express from 'express';

type Accepts = (this: IncomingMessage, types: string[]) => string | false;

/** Every parameter of a media type except its weight: `; charset=utf-8`, `; profile="a, b"`. */
const PARAMETER = /;(?!\s*q\s*=)[^;,="]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/gi;

/**
 * Returns which of these media types a request prefers, the first one if it has no preference, or undefined if it accepts
 * none. Ignores parameters such as `charset`, because the API has only one form of each type.
 */
export function preferred(req: IncomingMessage, types: string[]): string | undefined {
  const { accept } = req.headers;
  if (accept === undefined || accept === '*/*') return types[0];
  if (types.includes(accept)) return accept;
  req.headers.accept = accept.replaceAll(PARAMETER, '');
  return (express.request.accepts as Accepts).call(req, types) || undefined;
}

/** Returns whether a request names this media type first, as the Accept header of browsers names HTML. */
export const prefers = (req: IncomingMessage, type: string): boolean =>
  req.headers.accept?.split(/[,;]/, 1)[0]!.trim().toLowerCase() === type;
