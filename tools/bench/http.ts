import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request that is sent repeatedly: a POST if it has a body, and otherwise a GET. */
export interface Target {
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** Returns a request to the API. A path is relative to `/api/v1/`, unless it begins with `/`. */
export const targetOf = (url: string, key: string, path: string, body?: object): Target => ({
  url: url + (path.startsWith('/') ? path : `/api/v1/${path}`),
  headers: { authorization: `Token ${key}`, ...(body && { 'content-type': 'application/json' }) },
  body: body && JSON.stringify(body),
});

const methodOf = ({ body }: Target) => (body === undefined ? 'GET' : 'POST');

/** Sends a request once and returns the whole response body. @throws unless it succeeds */
export async function ask(target: Target): Promise<Buffer> {
  const response = await fetch(target.url, {
    ...target,
    method: methodOf(target),
    body: target.body ?? null,
  });
  const answer = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${target.url} returned ${response.status}: ${answer.toString()}`);
  return answer;
}

/** Returns the bytes of a request. */
export function bytesOf(target: Target): Buffer {
  const { host, pathname, search } = new URL(target.url);
  const { headers, body = '' } = target;
  const all = { host, ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${methodOf(target)} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/**
 * A connection that sends one request at a time and keeps only the status of the response. Node's HTTP client takes as much
 * CPU for a request as the server does, so it would measure itself.
 */
export class Connection {
  private readonly port: number;
  private socket: Socket | undefined;
  private onStatus: (status: number) => void = () => {};

  constructor(port: number) {
    this.port = port;
  }

  /** Connects before the first request. A connection that fails does so again at its first request. */
  async open(): Promise<void> {
    await once(this.connect(), 'connect').catch(() => {});
  }

  /** Sends a request, and returns the status of the response, or 0 if the connection failed. */
  send(request: Buffer): Promise<number> {
    return new Promise((resolve) => {
      this.onStatus = resolve;
      (this.socket ?? this.connect()).write(request);
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  private connect(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    const read = responseReader();
    socket.on('data', (data) => {
      const status = read(data);
      if (status !== undefined) this.onStatus(status);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.socket = undefined;
      this.onStatus(0);
    });
    this.socket = socket;
    return socket;
  }
}

const HEAD_END = '\r\n\r\n';
/** The end of a chunked body. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Returns a function that reads what arrives on a connection, and returns the status of a response at its end. */
function responseReader(): (data: Buffer) => number | undefined {
  let status = 0;
  /** The beginning of a head that has not arrived completely. */
  let head = '';
  /** The bytes of the body that have not arrived; undefined until the head has arrived, and Infinity for a chunked body. */
  let left: number | undefined;
  return (data) => {
    let body = data;
    if (left === undefined) {
      const before = head.length;
      head += data.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end === -1) return undefined;
      body = data.subarray(end + HEAD_END.length - before);
      const lines = head.slice(0, end);
      status = Number(lines.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(lines)?.[1];
      left = Number(length ?? (/\r\ntransfer-encoding: *chunked/i.test(lines) ? Infinity : 0));
      head = '';
    }
    left -= body.length;
    if (left === Infinity ? !body.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : left > 0)
      return undefined;
    left = undefined;
    return status;
  };
}
