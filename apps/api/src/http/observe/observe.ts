import { performance } from 'node:perf_hooks';
import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../exchange.ts';

/** A request whose response is complete, or whose client has disconnected. */
export interface FinishedRequest extends Pick<
  Exchange,
  'id' | 'path' | 'endpoint' | 'calls' | 'caller' | 'error'
> {
  reason?: Exchange['reason'];
  method: string;
  status: number;
  /** Set if the client disconnected before the response was complete. */
  isAborted: boolean;
  /** The size of the response with its headers. */
  bytes: number;
  seconds: number;
}

/** Watches requests: the log, metrics, traces and the last use of keys. */
export interface RequestObserver {
  /** Runs before any other step of a request. Returns the function to call when the request is finished. */
  begin(req: IncomingMessage): (request: FinishedRequest) => void;
}

/** Calls all observers when a request begins, and once when it is finished. */
export function observe(exchange: Exchange, observers: RequestObserver[]): void {
  const { req, res } = exchange;
  const { socket } = req;
  const written = socket.bytesWritten;
  const finish = observers.map((observer) => observer.begin(req));
  exchange.whenClosed(() => {
    const { id, path, endpoint, calls, caller, error, reason, began } = exchange;
    const request: FinishedRequest = {
      id,
      method: req.method ?? '',
      path,
      endpoint,
      calls,
      caller,
      status: res.statusCode,
      error,
      reason,
      isAborted: !res.writableFinished,
      bytes: socket.bytesWritten - written,
      seconds: (performance.now() - began) / 1000,
    };
    for (const each of finish) each(request);
  });
}
