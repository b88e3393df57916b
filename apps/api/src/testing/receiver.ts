import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message that a receiver got, with what the library of Standard Webhooks made of it. */
export interface Received {
  id: string;
  type: string;
  data: {
    company_id: number | null;
    after: number;
    seq: number;
    changes: { seq: number }[];
    has_more: boolean;
    /** Of the message of a list. */
    before?: number | null;
    gap: boolean;
  };
}

/** Verifies a message with the library, which reads the time from `Date`. */
function verifyAt(ms: number, secret: string, body: string, headers: Record<string, string>): object {
  const { now } = Date;
  Date.now = () => ms;
  try {
    return new Webhook(secret).verify(body, headers) as object;
  } finally {
    Date.now = now;
  }
}

/** Starts a receiver of webhooks on loopback, which verifies each message with the library of Standard Webhooks. */
export async function startReceiver(clock = () => new Date()) {
  const received: Received[] = [];
  const problems: string[] = [];
  const state = {
    secret: '',
    /** Returns the status of a response, or undefined to give none. */
    respond: (_message: Received): number | undefined => 204,
  };
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const body = Buffer.concat(parts).toString();
      try {
        const content = verifyAt(
          clock().getTime(),
          state.secret,
          body,
          req.headers as Record<string, string>,
        );
        const message = { id: String(req.headers['webhook-id']), ...content } as Received;
        const status = state.respond(message);
        if (status === undefined) return;
        if (status < 300) received.push(message);
        res.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('a text that nobody may read');
      } catch (error) {
        problems.push(String(error));
        res.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dossier`;
  return {
    url,
    received,
    problems,
    state,
    close: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    },
  };
}
