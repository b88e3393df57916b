import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request that is sent repeatedly. */
export interface Target {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string | undefined;
}

/** Sends a request once and returns the whole response body. @throws unless it succeeds */
export async function ask({ url, method, headers, body }: Target): Promise<Buffer> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const answer = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${answer.toString()}`);
  return answer;
}

const HEAD_END = '\r\n\r\n';
/** The end of a chunked body. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * A connection that sends one request at a time and keeps only the status of the response. Node's HTTP client takes as much
 * CPU for a request as the server does, so it would measure itself.
 */
export class Connection {
  private readonly port: number;
  private socket: Socket | undefined;
  private onDone: ((status: number) => void) | undefined;
  /** The beginning of a head that has not arrived completely. */
  private head = '';
  private status = 0;
  /** The bytes of the body that have not arrived; undefined until the head has arrived, and Infinity for a chunked body. */
  private left: number | undefined;

  constructor(port: number) {
    this.port = port;
  }

  /** Sends a request, and calls `onDone` with the status of the response, or 0 if the connection failed. */
  send(request: Buffer, onDone: (status: number) => void): void {
    this.onDone = onDone;
    this.socket ??= this.connect();
    this.socket.write(request);
  }

  /** Connects before the first request. A connection that fails does so again at its first request. */
  async open(): Promise<void> {
    this.socket ??= this.connect();
    await once(this.socket, 'connect').catch(() => {});
  }

  close(): void {
    this.socket?.destroy();
  }

  private connect(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (data) => this.read(data));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.socket = undefined;
      this.head = '';
      this.left = undefined;
      this.done(0);
    });
    return socket;
  }

  private read(data: Buffer): void {
    if (this.left === undefined) {
      const before = this.head.length;
      this.head += data.toString('latin1');
      const end = this.head.indexOf(HEAD_END);
      if (end === -1) return;
      const body = data.subarray(end + HEAD_END.length - before);
      this.begin(this.head.slice(0, end));
      this.head = '';
      this.body(body);
    } else this.body(data);
  }

  private begin(head: string): void {
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.left = Number(length);
    else this.left = /\r\ntransfer-encoding: *chunked/i.test(head) ? Infinity : 0;
  }

  private body(data: Buffer): void {
    if (this.left === Infinity) {
      if (!data.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return;
    } else {
      this.left! -= data.length;
      if (this.left! > 0) return;
    }
    this.left = undefined;
    this.done(this.status);
  }

  private done(status: number): void {
    const onDone = this.onDone;
    this.onDone = undefined;
    onDone?.(status);
  }
}

/** Returns the bytes of a request. */
export function bytesOf({ url, method, headers, body }: Target): Buffer {
  const { host, pathname, search } = new URL(url);
  const all = { host, ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}
