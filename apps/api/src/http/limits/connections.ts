import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Addresses } from '../request/client-address.ts';
import { networkOf } from './network.ts';

/** The most connections of a process, and of one address. */
export interface ConnectionLimits {
  process: number;
  address: number;
}

/** Most requests have arrived after this time, in milliseconds. */
const LATE_MS = 1000;

interface Connection {
  socket: Socket;
  /** The network that the connection counts for; undefined for loopback, and for proxies without a request. */
  network: string | undefined;
  /** When it was opened, or the head of its last request had arrived. */
  since: number;
  /** The last request, and its response. */
  req?: IncomingMessage;
  res?: ServerResponse;
}

/**
 * Limits the connections of a server. Returns a function that lists them. At a limit, a new connection takes the place of
 * the first of these that exists:
 * 1. the one whose request has been incomplete for the longest time, if that is more than a second
 * 2. the one that has been idle for the longest time
 * 3. the first that rests after a rejection
 * 4. the oldest with an incomplete request
 *
 * If each connection waits for its response, the new one is closed. Behind a proxy, an address has the requests that the
 * proxy passes on for it.
 */
export function limitConnections(
  server: Server,
  { process, address: each }: ConnectionLimits,
  { isProxy, clientOf }: Addresses,
): () => Iterable<Socket> {
  /** In the order of their last requests. */
  const all = new Map<Socket, Connection>();
  const counts = new Map<string, number>();

  function count(connection: Connection, network: string | undefined): void {
    const { network: former } = connection;
    if (former === network) return;
    if (former !== undefined) add(former, -1);
    if (network !== undefined) add(network, 1);
    connection.network = network;
  }
  function add(network: string, more: number): void {
    const next = (counts.get(network) ?? 0) + more;
    if (next === 0) counts.delete(network);
    else counts.set(network, next);
  }
  const isFull = (network: string | undefined) => network !== undefined && counts.get(network)! > each;

  /** Closes a connection other than this one, and returns whether one could be closed. */
  function closeAnother(than: Connection, network?: string): boolean {
    const late = performance.now() - LATE_MS;
    let idle: Connection | undefined;
    let resting: Connection | undefined;
    let arriving: Connection | undefined;
    for (const connection of all.values()) {
      if (connection === than || (network !== undefined && connection.network !== network)) continue;
      if (isHalfSent(connection)) {
        if (connection.since < late) return close(connection);
        arriving ??= connection;
      } else if (isAnswered(connection)) {
        // One that rests after a rejection may hold a request that nobody has read.
        if (connection.socket.isPaused()) resting ??= connection;
        else idle ??= connection;
      }
    }
    const quiet = idle ?? resting ?? arriving;
    return quiet !== undefined && close(quiet);
  }
  function close(connection: Connection): true {
    forget(connection);
    connection.socket.destroy();
    return true;
  }
  function forget(connection: Connection): void {
    if (all.delete(connection.socket)) count(connection, undefined);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const connection: Connection = { socket, network: undefined, since: performance.now() };
    all.set(socket, connection);
    socket.once('close', () => forget(connection));
    if (!isProxy(remoteAddress)) count(connection, networkOf(remoteAddress));
    // Not `server.maxConnections`: with full workers, the primary would send a connection from one to the other forever.
    if (all.size > process && !closeAnother(connection)) close(connection);
    else if (isFull(connection.network) && !closeAnother(connection, connection.network)) close(connection);
  });
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const connection = all.get(socket);
    if (!connection) return;
    all.delete(socket);
    all.set(socket, connection);
    Object.assign(connection, { req, res, since: performance.now() });
    if (req.headers['x-forwarded-for'] === undefined) return;
    count(connection, networkOf(clientOf(req)));
    res.once('close', () => isProxy(socket.remoteAddress ?? '') && count(connection, undefined));
    // Requests that wait for their responses have limits of their own.
    if (isFull(connection.network)) closeAnother(connection, connection.network);
  });
  return () => all.keys();
}

const isAnswered = ({ res }: Connection) => res !== undefined && (res.writableFinished || res.closed);
const isHalfSent = ({ req, res }: Connection) =>
  req === undefined || (!req.complete && !(res!.writableFinished || res!.closed));

/** Parses `process=2000,address=500`. Returns undefined for an invalid text. */
export function parseConnectionLimits(text: string): ConnectionLimits | undefined {
  const limits = new Map(text.split(',').map((part) => part.trim().split('=') as [string, string]));
  const [process, address] = ['process', 'address'].map((name) => Number(limits.get(name)));
  const isValid = [process, address].every((limit) => Number.isInteger(limit) && limit! > 0);
  return isValid && limits.size === 2 ? { process: process!, address: address! } : undefined;
}
