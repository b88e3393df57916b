import { z } from 'zod';
import { isObject } from '../../rows/types.ts';
import { unknownName } from '../../rows/validate.ts';

/** The parameters of an issue about a key of a rule: its path leads to the key, its message is about the rule. */
interface OfRule {
  ofRule: true;
}

type Forms = Record<string, z.ZodObject>;

/**
 * Returns the schema of a rule that has one of several forms, known by their key: `{ constant: … }`. A plain text is a
 * column. The form is found first, so that the problems are those of the form that was meant.
 */
export const formOfRule = <Rule>(forms: Forms): z.ZodType<Rule> =>
  z.unknown().transform((value, context): Rule => {
    const given = typeof value === 'string' && value !== '' ? { column: value } : value;
    const names = Object.keys(forms);
    const fail = (path: string[], message: string): never => {
      const params: OfRule = { ofRule: true };
      context.addIssue({ code: 'custom', path, message, ...(path.length > 0 && { params }) });
      return z.NEVER;
    };
    const needed = `must be a column, or have one of ${names.join(', ')}`;
    if (!isObject(given)) return fail([], needed);
    const [name, second] = names.filter((each) => each in given);
    if (second !== undefined)
      return fail([second], `has both "${name}" and "${second}": keep one of the two`);
    if (name === undefined) {
      const unknown = Object.keys(given).find((key) => !keysOf(forms).has(key));
      if (unknown === undefined) return fail([], needed);
      return fail([unknown], `has an unknown key ${unknownName(unknown, [...keysOf(forms)])}`);
    }
    const result = forms[name]!.safeParse(given);
    if (result.success) return result.data as Rule;
    for (const issue of result.error.issues) {
      if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
        for (const key of issue.keys) fail([key], problemWithKey(key, name, forms));
      else context.issues.push({ ...issue, input: undefined });
    }
    return z.NEVER;
  });

const keysOf = (forms: Forms): Set<string> =>
  new Set(Object.values(forms).flatMap(({ shape }) => Object.keys(shape)));

function problemWithKey(key: string, name: string, forms: Forms): string {
  const others = Object.keys(forms).filter((each) => key in forms[each]!.shape);
  if (others.length === 0) return `has an unknown key ${unknownName(key, Object.keys(forms[name]!.shape))}`;
  return `has a key "${key}", which goes with ${others.join(' or ')}, not with ${name}: remove one of the two`;
}
