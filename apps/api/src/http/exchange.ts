import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { ErrorCode } from '@dossier/shared';
import type { Caller, Committed } from '@dossier/store';
import type { Request, Response } from 'express';
import type { Endpoint } from './endpoint.ts';
import type { Pass } from './gate.ts';

/** What a front does differently with the requests that it takes. */
export interface Front {
  /** Returns the address of the client: that of the socket, or what a trusted proxy says. */
  addressOf: (req: IncomingMessage) => string | undefined;
  /** Adds the methods of Express to the request and its response, and compresses the body from now on. */
  dress: (exchange: Exchange) => void;
}

/** A request and its response, with their state while the request is handled. Both fronts create one. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly front: Front;
  /** The path of the address, as it was sent. */
  readonly path: string;
  /** When the request began, on the clock of `performance`. */
  readonly began = performance.now();
  /** The id of the request, and its place in flight; undefined if nothing limits them. */
  id = '';
  pass: Pass | undefined;
  /** Releases the slot of the caller. */
  freeSlot: (() => void) | undefined;
  /** Stops adding time to the time of the caller. */
  stopCounting: (() => void) | undefined;
  /** The endpoint that matched; undefined until routing is done. */
  endpoint: Endpoint | undefined;
  params: Record<string, unknown> = {};
  query: Record<string, unknown> = {};
  body: unknown;
  caller: Caller | undefined;
  /** The code of the error that was sent. */
  error: ErrorCode | undefined;
  /** What is committed; read at most once for a request. */
  committed: Promise<Committed> | undefined;
  /** Runs once, when the status is known and headers can still be set. */
  beforeHead: (() => void) | undefined;
  private closers: (() => void)[] = [];
  private isDressed = false;

  constructor(req: IncomingMessage, res: ServerResponse, path: string, front: Front) {
    this.req = req;
    this.res = res;
    this.path = path;
    this.front = front;
    (res as Opened)[EXCHANGE] = this;
    res.once('close', () => {
      for (const work of this.closers) work();
    });
  }

  /** Runs work when the response has been sent or its client has disconnected. */
  whenClosed(work: () => void): void {
    if (this.res.closed) work();
    else this.closers.push(work);
  }

  /** Runs the work that must happen before the head is sent. Repeated calls have no effect. */
  settle(): void {
    const work = this.beforeHead;
    this.beforeHead = undefined;
    work?.();
  }

  /** Returns the request and the response with the methods of Express, for what is not sent as plain text. */
  dressed(): { req: Request; res: Response } {
    const [req, res] = [this.req as Request, this.res as Response];
    if (this.isDressed) return { req, res };
    this.isDressed = true;
    this.front.dress(this);
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

const EXCHANGE = Symbol('exchange');
type Opened = ServerResponse & { [EXCHANGE]?: Exchange };

/** Returns whether a front has opened a response. */
export const isOpened = (res: ServerResponse): boolean => (res as Opened)[EXCHANGE] !== undefined;

/** Returns the exchange of a response. A front must have opened it. */
export function exchangeOf(res: ServerResponse): Exchange {
  const exchange = (res as Opened)[EXCHANGE];
  if (!exchange) throw new TypeError('No front has opened this response.');
  return exchange;
}

/** Adds names to the header Vary, which names each once. */
export function vary(res: ServerResponse, ...names: string[]): void {
  const known = res.getHeader('Vary');
  const all = typeof known === 'string' ? known.split(', ') : [];
  res.setHeader('Vary', [...all, ...names.filter((name) => !all.includes(name))].join(', '));
}
