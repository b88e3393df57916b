import { z } from 'zod';

/** How numbers are written, by example. */
export const numberForms = ['1234.56', '1,234.56', '1.234,56', '1 234,56'] as const;

const column = z.string().min(1);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** What a field is made of. A plain text is a column: `name: Company`. */
export const fieldRule = z.union([
  column.transform((name) => ({ column: name })),
  z.strictObject({ constant: z.union([scalar, z.array(scalar)]) }),
  z.strictObject({
    /** A column with web addresses: the field is their domain, without `www.`. */
    domain_of: column,
    /** Domains that many share, such as twitter.com: an address there says nothing of the domain. */
    except: z.array(z.string()).optional(),
  }),
  z.strictObject({
    column,
    /** What the column says, and what is meant; what is not named stays as it is. */
    values: z.record(z.string(), scalar).optional(),
    /** What stands between the items of a list. */
    split: z.string().min(1).optional(),
    number: z.enum(numberForms).optional(),
    /** YYYY, MM, M, DD, D and MMM (Jan); everything else stands for itself: `MM/DD/YYYY`. */
    date: z.string().regex(/YYYY/, 'must have YYYY in it').optional(),
  }),
]);
export type FieldRule = z.output<typeof fieldRule>;

/** A mapping file: the columns of a foreign table to our fields. A column that no rule names is left out. */
export const mappingFile = z.strictObject({
  kind: z.string(),
  fields: z.record(z.string(), fieldRule),
});
export type MappingFile = z.output<typeof mappingFile>;

/** The column that a rule reads, or undefined for a constant. */
export const columnOf = (rule: FieldRule): string | undefined =>
  'column' in rule ? rule.column : 'domain_of' in rule ? rule.domain_of : undefined;
