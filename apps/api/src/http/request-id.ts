import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Sets the header Request-Id to that of the request if it is valid, otherwise to a new one. Returns the id. */
export function setRequestId(req: IncomingMessage, res: ServerResponse): string {
  const sent = req.headers['request-id'];
  const id = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
  res.setHeader('Request-Id', id);
  return id;
}
