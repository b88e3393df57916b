import type { Caller } from '@dossier/store';
import { Answer } from '../http/endpoint.ts';

/** Returns who acts, for the audit log: an operator, a key, or an organization that sent a token. */
export function actorOf({ operator, key, organization }: Caller): string {
  if (operator) return `operator ${operator.name}`;
  return key === undefined ? organization : `key ${key}`;
}

/** Returns an answer that no cache stores. */
export const unkept = <Body>(body: Body, status = 200): Answer<Body> =>
  new Answer(body, { status, headers: { 'Cache-Control': 'no-store' } });
