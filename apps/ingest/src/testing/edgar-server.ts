import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A response other than the file, sent once. */
export interface Misbehaviour {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Announces the whole file and breaks off after this many bytes. */
  breakOffAt?: number;
  /** Sends this many bytes as if they were the whole file. */
  cutAt?: number;
  /** Delay of the response: milliseconds, or a promise to wait for. */
  delay?: number | Promise<void>;
}

interface SeenRequest {
  path: string;
  /** Milliseconds of `performance.now()`. */
  at: number;
  headers: IncomingHttpHeaders;
  /** The status of the response; undefined if there was none. */
  status?: number;
}

/** A local server in place of EDGAR's two hosts. It serves files with ETags, and fails on demand. */
export interface EdgarServer {
  url: string;
  /** All requests so far, in order. */
  requests: SeenRequest[];
  /** The requested paths, from the request with that number on. */
  paths(from?: number): string[];
  /** Serves a file; an object as JSON. */
  put(path: string, content: string | Buffer | object): void;
  /** Sets the next responses, in order, for a path or for any path (`*`). */
  misbehave(path: string, ...answers: Misbehaviour[]): void;
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of loopback.
 * @param find returns files that were not put
 */
export async function edgarServer(
  find: (path: string) => Promise<Buffer | undefined> = async () => undefined,
): Promise<EdgarServer> {
  const files = new Map<string, Buffer>();
  const bad = new Map<string, Misbehaviour[]>();
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    const seen: SeenRequest = { path, at: performance.now(), headers: request.headers };
    requests.push(seen);
    response.on('finish', () => (seen.status = response.statusCode));
    const answer = async () => {
      const misbehaviour = bad.get(path)?.shift() ?? bad.get('*')?.shift() ?? {};
      const { delay = 0 } = misbehaviour;
      // Without `ref`, the delay does not keep a finished test running.
      await (typeof delay === 'number' ? sleep(delay, undefined, { ref: false }) : delay);
      serve(files.get(path) ?? (await find(path)), request.headers, response, misbehaviour);
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    paths: (from = 0) => requests.slice(from).map(({ path }) => path),
    put: (path, content) => {
      const isText = typeof content === 'string' || Buffer.isBuffer(content);
      files.set(path, Buffer.from(isText ? content : JSON.stringify(content)));
    },
    misbehave: (path, ...answers) => {
      bad.set(path, [...(bad.get(path) ?? []), ...answers]);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(
  file: Buffer | undefined,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
  { status, headers: more = {}, body = '', breakOffAt, cutAt }: Misbehaviour,
): void {
  if (status !== undefined) {
    response.writeHead(status, more).end(body);
  } else if (!file) {
    response.writeHead(404).end('Not found');
  } else if (breakOffAt !== undefined) {
    response.writeHead(200, { 'content-length': file.length });
    response.write(file.subarray(0, breakOffAt), () => response.destroy());
  } else if (cutAt !== undefined) {
    response.writeHead(200, more).end(file.subarray(0, cutAt));
  } else {
    const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`;
    const isSame = headers['if-none-match'] === etag;
    response.writeHead(isSame ? 304 : 200, { etag, ...more }).end(isSame ? undefined : file);
  }
}
