import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { parse } from 'node:querystring';
import type { ErrorCode, MaybePromise } from '@dossier/shared';
import type { Caller, Committed } from '@dossier/store';
import type { Request, Response } from 'express';
import type { DependsOn, Endpoint } from './endpoint.ts';
import type { Format } from '../rows/read.ts';
import type { Text } from './text/text.ts';

/** A finished answer, with the tasks that it costs. */
export interface Finished {
  text: Text;
  tasks: number;
  dependsOn: DependsOn;
}

/** What an adapter does differently with the requests that it takes. */
export interface Adapter {
  /** Whether the adapter writes the head itself. Express and its middleware read and change the headers of the response. */
  writesHead: boolean;
  /** Returns the address of the client: that of the socket, or what a trusted proxy says. */
  addressOf: (req: IncomingMessage) => string | undefined;
  /** Adds the methods of Express to the request and its response, and compresses the body from now on. */
  addExpress: (exchange: Exchange) => void;
}

/** What the requests that arrive in the same turn of the event loop share. */
export interface Arrival {
  /** What is committed when they have arrived, or later; undefined until one of them asks. */
  committed: MaybePromise<Committed> | undefined;
}

/**
 * Returns a function that returns the arrival of a request. Call it from the listener of requests: the system had received
 * all requests of a turn before the first of them was parsed, so a later read of the database serves all of them.
 */
export function arrivals(): () => Arrival {
  let current: Arrival | undefined;
  const end = () => (current = undefined);
  return () => {
    if (!current) {
      current = { committed: undefined };
      setImmediate(end);
    }
    return current;
  };
}

/** A request and its response, with their state while the request is handled. The listener of `createPlainAdapter` creates it for both adapters. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly adapter: Adapter;
  /** The path of the address, as it was sent. */
  readonly path: string;
  /** When the request began, on the clock of `performance`. */
  readonly began = performance.now();
  /** The public address of the service, without a trailing slash. */
  publicUrl = '';
  /** The id of the request. */
  id = '';
  /** Ends the time in which the request counts as in flight; undefined until it begins. Repeated calls have no effect. */
  leave: (() => void) | undefined;
  /** The endpoint that matched; undefined until routing is done. */
  endpoint: Endpoint | undefined;
  /** The format of the file that the request asks for; undefined if it asks for none. */
  format: Format | undefined;
  params: Record<string, unknown> = NONE;
  /** The query string, which is parsed on first use of `query`; undefined if there is none. */
  search: string | undefined;
  body: unknown;
  caller: Caller | undefined;
  /** The operations that the request has run besides its own. */
  readonly calls: string[] = [];
  /** The code of the error that was sent. */
  error: ErrorCode | undefined;
  /** Why the token of the request is invalid, for the log. */
  reason: string | undefined;
  readonly arrival: Arrival;
  /** What was committed before the answer is read; undefined if the answer may not be cached. */
  committed: Committed | undefined;
  /** The cached answer. */
  kept: Finished | undefined;
  /** Set if the answer depends on more than its address and the data: the time, the caller, or the origin. */
  isPersonal = false;
  private beforeHead: (() => void) | undefined;
  /** The headers, until the head is written; undefined if `res` stores them. */
  private head: Head | undefined;
  private fields: Record<string, unknown> | undefined;
  private onClosed: (() => void) | undefined;
  private hasExpress = false;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    adapter: Adapter,
    arrival: Arrival = { committed: undefined },
  ) {
    this.req = req;
    this.res = res;
    this.path = path;
    this.adapter = adapter;
    this.arrival = arrival;
    if (!adapter.writesHead) res.on('prefinish', sent);
    (res as Opened)[EXCHANGE] = this;
    res.on('close', closed);
  }

  get query(): Record<string, unknown> {
    return (this.fields ??= this.search === undefined ? NONE : parse(this.search));
  }
  set query(fields: Record<string, unknown>) {
    this.fields = fields;
  }

  /**
   * Runs work once, when the status is known and headers can still be set. V8 allocates a function that is assigned to a
   * field in the old generation, where it would keep its request alive; an argument is young.
   */
  whenSettled(work: () => void): void {
    this.beforeHead = work;
  }

  /** Runs work when the response has been sent or its client has disconnected. */
  whenClosed(work: () => void): void {
    if (this.res.closed) work();
    else this.onClosed = both(this.onClosed, work);
  }

  /** Runs all work that waits for the end of the response. */
  close(): void {
    this.leave?.();
    this.onClosed?.();
  }

  /** Sets the first headers of the response: names and values in turn. Copying them takes less time than setting each. */
  begin(headers: readonly string[]): void {
    // `setHeader` of Node looks up each name in lowercase, which takes longer than writing the header.
    if (this.adapter.writesHead) this.head = headers.slice();
    else
      for (let place = 0; place < headers.length; place += 2)
        this.res.setHeader(headers[place]!, headers[place + 1]!);
  }

  /** Sets a header. A header that is already set keeps its place. */
  setHeader(name: string, value: string | string[]): void {
    const { head } = this;
    if (!head) {
      this.res.setHeader(name, value);
      return;
    }
    const place = placeOf(head, name);
    if (place === -1) head.push(name, value);
    else head[place + 1] = value;
  }

  removeHeader(name: string): void {
    const { head } = this;
    if (!head) {
      this.res.removeHeader(name);
      return;
    }
    const place = placeOf(head, name);
    if (place !== -1) head.splice(place, 2);
  }

  /** Sends the response. Its status and all headers must be set. */
  end(body?: string | Buffer): void {
    this.settle();
    const { head, res } = this;
    // If Node rejects one of the headers, the error that follows must not have it again.
    this.head = undefined;
    if (head) res.writeHead(res.statusCode, head as string[]);
    // Node sends a text together with the head, but bytes after it.
    res.end(body);
    if (head) this.leave?.();
  }

  /** Runs the work that must happen before the head is sent. Repeated calls have no effect. */
  settle(): void {
    const work = this.beforeHead;
    this.beforeHead = undefined;
    work?.();
  }

  /** Returns the request and the response with the methods of Express, for what is not sent as plain text. */
  withExpress(): { req: Request; res: Response } {
    const [req, res] = [this.req as Request, this.res as Response];
    if (this.hasExpress) return { req, res };
    this.hasExpress = true;
    const { head = [] } = this;
    if (this.head) this.res.on('prefinish', sent);
    this.head = undefined;
    for (let place = 0; place < head.length; place += 2) res.setHeader(String(head[place]), head[place + 1]!);
    this.adapter.addExpress(this);
    // Express decides on a 304 at the last moment.
    const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
    res.writeHead = (...head: unknown[]) => {
      if (typeof head[0] === 'number') res.statusCode = head[0];
      this.settle();
      return writeHead(...head);
    };
    return { req, res };
  }
}

/** What a request without parameters has. */
const NONE: Record<string, unknown> = Object.freeze({});

/** Returns a function that runs one after the other. */
const both =
  (first: (() => void) | undefined, then: () => void): (() => void) =>
  () => {
    first?.();
    then();
  };

/** A flat list of headers in their order: name, value, name, value. */
type Head = (string | string[])[];

/** Returns the place of a header's name, or -1. */
function placeOf(head: Head, name: string): number {
  for (let place = 0; place < head.length; place += 2) if (head[place] === name) return place;
  return -1;
}

const EXCHANGE = Symbol('exchange');
type Opened = ServerResponse & { [EXCHANGE]?: Exchange };

// Listeners that all responses share.
function sent(this: Opened): void {
  this[EXCHANGE]!.leave?.();
}
function closed(this: Opened): void {
  this[EXCHANGE]!.close();
}

/** Returns the exchange of a response. */
export const exchangeOf = (res: ServerResponse): Exchange => (res as Opened)[EXCHANGE]!;
