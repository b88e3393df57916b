import * as z from 'zod/mini';

const MAX_SHOWN = 60;

/** Returns a value as an error shows it: short, and objects by their kind only. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const names: Record<string, string> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
};

function wanted(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${names[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_format':
      return 'must be six hex digits such as 1b5e9e';
    // Of a day. Other functions that check have words of their own.
    case 'custom':
      return 'must be a day such as "2025-02-27"';
    default:
      return 'is not valid';
  }
}

/** Returns the message for a problem. It ends with the value, unless that is missing. */
function words(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  if (input === undefined) return 'is missing';
  return `${wanted(issue)} (received ${shown(input)})`;
}

/** Writes a path as JavaScript would: `data.points[0].date`. */
const place = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, key) => text + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`),
    'data',
  );

/** Returns the first problem of a value, and where it is; undefined for a valid one. */
export function firstProblem(schema: z.ZodMiniType, value: unknown): string | undefined {
  const issue = z.safeParse(schema, value, { error: words }).error?.issues[0];
  return issue && `${place(issue.path)} ${issue.message}.`;
}
