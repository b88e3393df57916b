import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server of files with ETags, on loopback. */
export interface FileServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  files: Map<string, string>;
  /** Requests, as `GET /a.csv 200`. */
  requests: string[];
  /** The headers of the last request. */
  headers: IncomingMessage['headers'];
  /** Answers the next requests instead, one each. */
  next: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
}

export async function fileServer(): Promise<FileServer> {
  const server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url!, 'http://x');
    at.headers = request.headers;
    response.on('close', () => at.requests.push(`GET ${path} ${response.statusCode}`));
    const other = at.next.shift();
    if (other) return other(response);
    const file = at.files.get(path + search) ?? at.files.get(path);
    if (file === undefined) return void response.writeHead(404).end('none');
    const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { etag, 'content-length': Buffer.byteLength(file) }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at: FileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: new Map(),
    requests: [],
    headers: {},
    next: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return at;
}
