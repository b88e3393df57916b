import type { Caller } from '@dossier/store';
import { Answer } from '../http/endpoint.ts';

/** Returns who changes keys and webhooks, for the log of changes: a key, or an organization that sent a token. */
export const actorOf = ({ key, organization }: Caller): string =>
  key === undefined ? organization : `key ${key}`;

/** Returns an answer that no cache stores. */
export const unkept = <Body>(body: Body, status = 200): Answer<Body> =>
  new Answer(body, { status, headers: { 'Cache-Control': 'no-store' } });
