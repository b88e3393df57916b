import { fail } from '@dossier/shared';
import { roles, type Caller, type Role } from '@dossier/store';

type Visitor = Pick<Caller, 'operator'>;

/** Returns whether a visitor is an operator with a role or a higher one. */
export const may = ({ operator }: Visitor, needed: Role): boolean =>
  operator !== undefined && roles.indexOf(operator.role) >= roles.indexOf(needed);

/** Rejects an operator whose role is too low. Callers without an operator always pass. @throws 403 */
export function requireOperatorRole({ operator }: Visitor, needed: Role): void {
  if (operator && !may({ operator }, needed)) throw fail('role_missing', { role: operator.role, needed });
}

/** Returns whether a visitor may edit. Only operators below `editor` may not. */
export const mayEdit = ({ operator }: Visitor): boolean => !operator || may({ operator }, 'editor');

/** Rejects an operator below `editor`. @throws 403 */
export const requireEditor = (visitor: Visitor): void => requireOperatorRole(visitor, 'editor');
