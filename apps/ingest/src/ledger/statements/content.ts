import type { Content, Rules, Statement } from '@dossier/shared';
import { companyFields } from '../../fields/references.ts';
import { isObject } from '../../rows/types.ts';

/** Fields that identify or find a record. Statements do not contain them. */
const NAMING = new Set([...Object.keys(companyFields), 'only_new', 'columns']);

/**
 * Returns the content of the last statement about a record itself, whose fields identify it; of a merged record if there is
 * none. Undefined if no statement counts.
 * @param live see `liveStatements`
 */
export const namingContent = (live: Statement[]): Content | undefined =>
  (live.findLast(({ mergedFrom }) => mergedFrom == null) ?? live.at(-1))?.content ?? undefined;

/** Returns the fields without a rule, including those inside of objects with members. */
export function identityOf(content: object, rules: Rules): Content {
  const identity: Content = {};
  for (const [name, value] of Object.entries(content)) {
    const rule = rules[name];
    if (name.startsWith('add_')) continue;
    if (rule === undefined) identity[name] = value;
    else if (typeof rule === 'object' && 'members' in rule && value !== null && value !== undefined)
      identity[name] = identityOf(value as object, rule.members);
  }
  return identity;
}

/** Returns an object whose fields are replaced by those of another. Objects in both are merged in the same way. */
export function overlaid(below: Content, above: Content): Content {
  const both = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const under = both[name];
    both[name] = isObject(under) && isObject(value) ? overlaid(under, value) : value;
  }
  return both;
}

/** Returns the content of a row, without the fields that name its company, after these fields. */
export function stripped(given: object, identity: Content = {}): Content {
  // On Node 20, adding the fields to a copy made with `...` takes 13 µs, and to this one 0.2.
  const content: Content = Object.assign({}, identity);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !NAMING.has(name)) content[name] = value;
  return content;
}
