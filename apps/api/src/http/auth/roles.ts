import { fail } from '@dossier/shared';
import { roles, type Caller, type Role } from '@dossier/store';

type Visitor = Pick<Caller, 'operator'>;

/** Returns whether a visitor is an operator with a role or a higher one. */
export const may = ({ operator }: Visitor, needed: Role): boolean =>
  operator !== undefined && roles.indexOf(operator.role) >= roles.indexOf(needed);

/** @throws 403 for an operator whose role is too low. Organizations may change all that is theirs */
export function requireRole({ operator }: Visitor, needed: Role): void {
  if (operator && !may({ operator }, needed)) throw fail('role_missing', { role: operator.role, needed });
}

/** Returns whether somebody may change what the operators, or an organization, share. Readers only see it. */
export const mayEdit = ({ operator }: Visitor): boolean => !operator || may({ operator }, 'editor');

/** @throws 403 for an operator who only reads */
export const requireEditor = (visitor: Visitor): void => requireRole(visitor, 'editor');
