import type { IncomingMessage } from 'node:http';
import express from 'express';

type Accepts = (this: IncomingMessage, types: string[]) => string | false;

/** Every parameter of a media type except its weight: `; charset=utf-8`, `; profile="a, b"`. */
const PARAMETER = /;(?!\s*q\s*=)[^;,="]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/gi;

/**
 * Returns whether a request accepts one of these media types. Ignores parameters such as `charset`, because the API has
 * only one form of each type.
 */
export function accepts(req: IncomingMessage, types: string[]): boolean {
  const { accept } = req.headers;
  if (accept === undefined || accept === '*/*' || types.includes(accept)) return true;
  req.headers.accept = accept.replaceAll(PARAMETER, '');
  return (express.request.accepts as Accepts).call(req, types) !== false;
}

/** Returns whether a request names this media type first, as the Accept header of browsers names HTML. */
export const prefers = (req: IncomingMessage, type: string): boolean =>
  req.headers.accept?.split(/[,;]/, 1)[0]!.trim().toLowerCase() === type;
