import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request in place of the server and returns true, or returns false to forward it. */
export type Meddle = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A proxy between the engine and a server. */
export interface Between {
  url: string;
  /** The received requests, such as `POST /multi-search`. */
  seen: string[];
  /** The bodies of the forwarded requests. */
  bodies: string[];
  close(): Promise<void>;
}

/** Starts a proxy to the server on a free port of loopback, which can answer requests itself. */
export async function standBetween(target: string, meddle: Meddle): Promise<Between> {
  const [seen, bodies]: [string[], string[]] = [[], []];
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bodies.push(body.toString());
    const answer = await fetch(new URL(request.url!, target), {
      method: request.method!,
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': request.headers['content-type'] ?? 'application/json',
      },
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  };
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url!.split('?')[0]}`);
    // The server may end while it is asked.
    if (!meddle(request, response)) pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    bodies,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
