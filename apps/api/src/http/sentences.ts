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

/** How much of what a bound speaks of. */
const amount = (n: number | bigint, origin: string) => {
  const units: Record<string, string> = { string: 'character', array: 'value', set: 'value' };
  const unit = units[origin];
  return unit === undefined ? `${n}` : `${n} ${unit}${Number(n) === 1 ? '' : 's'}`;
};

/**
 * What is wrong with a value and what to send instead, in the words of this API, wherever a schema has none of its own.
 * The validator's own words speak of its types and not of what a caller sends.
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
      return 'is not of the form that this field takes';
  }
}
