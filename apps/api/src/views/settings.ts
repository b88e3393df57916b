import type { Caller } from '@dossier/store';

/** Returns who acts, for the audit log: an operator, a key, or an organization that sent a token. */
export function actorOf({ operator, key, organization }: Caller): string {
  if (operator) return `operator ${operator.name}`;
  return key === undefined ? organization : `key ${key}`;
}
