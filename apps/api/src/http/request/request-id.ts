import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Returns the id of a request: its header Request-Id if that is valid, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}
