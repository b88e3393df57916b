import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';

/** The addresses of the clients of an application. */
export interface Addresses {
  /** Returns whether an address is a proxy whose `X-Forwarded-For` is believed. */
  isProxy(this: void, address: string): boolean;
  /** Returns the address of the client of a request: that of the socket, or what a trusted proxy says. */
  clientOf(this: void, req: IncomingMessage): string | undefined;
}

/** Returns the addresses as Express does, which reads the setting `trust proxy`. */
export const addressesOf = (app: Express): Addresses => ({
  isProxy: (address) =>
    (app.get('trust proxy fn') as (address: string, place: number) => boolean)(address, 0),
  clientOf: ({ headers, socket }) => {
    if (headers['x-forwarded-for'] === undefined) return socket.remoteAddress;
    const address: unknown = Reflect.get(app.request, 'ip', { app, headers, socket });
    return typeof address === 'string' ? address : undefined;
  },
});
