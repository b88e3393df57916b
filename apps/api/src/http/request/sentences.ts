import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const list = (values: readonly unknown[]) => {
  const names = values.map(String);
  const last = names.pop();
  return names.length > 0 ? `${names.join(', ')} or ${last}` : String(last);
};

/** Returns a bound with its unit. */
const amount = (n: number | bigint, origin: string) => {
  const units: Record<string, string> = { string: 'character', array: 'value', set: 'value' };
  const unit = units[origin];
  return unit === undefined ? `${n}` : `${n} ${unit}${Number(n) === 1 ? '' : 's'}`;
};

/**
 * Returns the message for an invalid value, unless its schema has a message of its own. Zod's messages name its types
 * and not what a caller should send.
 */
export function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return `must be ${list(issue.values)}`;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'must not be blank';
      return `must be at least ${amount(issue.minimum, issue.origin)}${issue.origin === 'string' ? ' long' : ''}`;
    case 'too_big':
      return `must be at most ${amount(issue.maximum, issue.origin)}`;
    default:
      return 'does not have the format of this field';
  }
}
