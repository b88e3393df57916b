import { invalid, onOrAfter, onOrBefore } from '@dossier/shared';
import { z } from 'zod';

/** The names of the upper ends of the range that a field is the lower end of. */
const upperEnds = z.registry<readonly string[]>();

const from = () => onOrAfter.optional();
const to = () => onOrBefore.optional();

/** The fields that bound a range of times, both ends inclusive: its lower end and its upper one, by all their names. */
export function rangeFields<const Lower extends string[], const Upper extends string[]>(
  lower: Lower,
  upper: Upper,
) {
  const froms = lower.map((name) => [name, from().register(upperEnds, upper)]);
  const fields: unknown = Object.fromEntries([...froms, ...upper.map((name) => [name, to()])]);
  return fields as Record<Lower[number], ReturnType<typeof from>> &
    Record<Upper[number], ReturnType<typeof to>>;
}

/** Nothing is after its later end and before its earlier one: such a range was mistyped. @throws 400 that names both */
export function refuseInverted(schema: z.ZodType, input: unknown): void {
  const times = input as Record<string, string | undefined>;
  for (const [name, field] of Object.entries((schema as Partial<z.ZodObject>).shape ?? {})) {
    const lower = times[name];
    for (const upper of upperEnds.get(field) ?? []) {
      const time = times[upper];
      if (lower !== undefined && time !== undefined && lower > time)
        throw invalid(name, `is later than ${upper}; send the earlier time as ${name}`);
    }
  }
}
