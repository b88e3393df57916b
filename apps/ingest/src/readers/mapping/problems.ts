import type { z } from 'zod';
import { fieldsAt } from '../../rows/schema.ts';
import { unknownName } from '../../rows/validate.ts';
import { mappingFile } from './rules.ts';

/** A mistake in a mapping file, and the keys that lead to it. */
export interface Mistake {
  path: PropertyKey[];
  message: string;
}

/** Returns all mistakes of a mapping file in words that name the key. A mistyped key is not also reported as missing. */
export function mistakesOf(issues: z.core.$ZodIssue[]): Mistake[] {
  const found = issues.flatMap(mistakesOfIssue);
  const meant = new Set(
    found.flatMap(({ path, message }) => {
      const [, key] = /the nearest known one is "(.*)"$/.exec(message) ?? [];
      return key === undefined ? [] : [[...path.slice(0, -1), key].join('.')];
    }),
  );
  return found.filter(({ path, message }) => !message.endsWith(' is missing') || !meant.has(path.join('.')));
}

function mistakesOfIssue(issue: z.core.$ZodIssue): Mistake[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `unknown key ${unknownName(key, knownAt(path))}`,
    }));
  }
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((problems) =>
      problems.every((each) => each.path.length > 0 || each.code === 'unrecognized_keys'),
    );
    if (meant) return mistakesOf(meant.map((each) => ({ ...each, path: [...path, ...each.path] })));
  }
  const isOfRule = issue.code === 'custom' && issue.params?.['ofRule'] === true;
  const name = (isOfRule ? path.slice(0, -1) : path).join('.') || 'the file';
  return [{ path, message: `${name} ${problemOf(issue)}` }];
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    // zod names the missing value only in the message.
    if (issue.message.endsWith('received undefined')) return 'is missing';
    return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  const isOwn = !/^(Too|Invalid)/.test(issue.message);
  if (issue.code === 'too_small' && !isOwn)
    return `must be at least ${issue.minimum}${issue.origin === 'array' ? ' items' : ''}`;
  if (issue.code === 'too_big' && !isOwn) return `must be at most ${issue.maximum}`;
  return issue.message;
}

const NOUNS: Record<string, string> = {
  string: 'a text',
  record: 'fields with their columns',
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
  number: 'a number',
};

/** The keys at a path. Those of a meaning and of a lookup are inside of rules, which have a schema of their own. */
function knownAt(path: PropertyKey[]): string[] {
  if (path.includes('values')) return ['value', 'warning'];
  return path.at(-1) === 'lookup' ? ['file', 'key', 'value'] : fieldsAt(mappingFile, path);
}
