import { invalid, onOrAfter, onOrBefore } from '@dossier/shared';
import { z } from 'zod';

/** The names of the upper bounds that belong to a lower bound. */
const upperBounds = z.registry<readonly string[]>();

const from = () => onOrAfter.optional();
const to = () => onOrBefore.optional();

/** Returns the fields of a time range with inclusive bounds, each bound with all its names. */
export function rangeFields<const Lower extends string[], const Upper extends string[]>(
  lower: Lower,
  upper: Upper,
) {
  const froms = lower.map((name) => [name, from().register(upperBounds, upper)]);
  const fields: unknown = Object.fromEntries([...froms, ...upper.map((name) => [name, to()])]);
  return fields as Record<Lower[number], ReturnType<typeof from>> &
    Record<Upper[number], ReturnType<typeof to>>;
}

interface Range {
  lower: string;
  upper: string;
}
/** The ranges of each schema. */
const ranges = new WeakMap<z.ZodType, Range[]>();

function rangesOf(schema: z.ZodType): Range[] {
  let found = ranges.get(schema);
  if (!found) {
    const fields = Object.entries((schema as Partial<z.ZodObject>).shape ?? {});
    found = fields.flatMap(([lower, field]) =>
      (upperBounds.get(field) ?? []).map((upper) => ({ lower, upper })),
    );
    ranges.set(schema, found);
  }
  return found;
}

/** Rejects a range whose lower bound is after its upper bound. @throws 400 that names both */
export function rejectInverted(schema: z.ZodType, input: unknown): void {
  const times = input as Record<string, string | undefined>;
  for (const { lower, upper } of rangesOf(schema)) {
    const [first, last] = [times[lower], times[upper]];
    if (first !== undefined && last !== undefined && first > last)
      throw invalid(lower, `is later than ${upper}. Send the earlier time as ${lower}`);
  }
}
