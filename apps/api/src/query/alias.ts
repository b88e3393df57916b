import { fail } from '@dossier/shared';

/**
 * Returns which of the names of a parameter a request used: the index of the first one, or undefined without any.
 * @throws 400 if two of them have different values
 */
export function sentIndex<Name extends string>(
  input: { [name in Name]?: unknown },
  names: readonly Name[],
): number | undefined {
  const [name, alias] = names.filter((each) => input[each] !== undefined);
  if (
    name !== undefined &&
    alias !== undefined &&
    JSON.stringify(input[name]) !== JSON.stringify(input[alias])
  )
    throw fail('different_aliases', { name, alias });
  return name === undefined ? undefined : names.indexOf(name);
}

/** Returns the value of a parameter under any of its names. @throws 400 if two of them have different values */
export function sentValue<Input extends object, Name extends keyof Input & string>(
  input: Input,
  names: readonly Name[],
): Input[Name] | undefined {
  const index = sentIndex<Name>(input, names);
  return index === undefined ? undefined : input[names[index]!];
}
