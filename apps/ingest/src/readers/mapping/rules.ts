import { z } from 'zod';
import { datePattern, numberForms } from './formats.ts';

const column = z.string().min(1);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A regular expression; capitals and small letters are the same to it. What its first group takes is meant, or all it takes where it has none. */
const pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'iu');
  } catch (error) {
    const message = `is no regular expression: ${(error as Error).message.split(': ').at(-1)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

/** What a value of the column means, and what the row's reader is told where the two are not quite the same. */
const meaning = z.union([scalar, z.strictObject({ value: scalar, warning: z.string().min(1) })]);

function isDateForm(form: string): boolean {
  try {
    return datePattern(form) instanceof RegExp;
  } catch {
    return false;
  }
}

const columnRule = z.strictObject({
  column,
  /** Which part of the column is meant; one that does not fit stays as it is. */
  pattern: pattern.optional(),
  /** What the column says, and what is meant; what is not named stays as it is. */
  values: z.record(z.string(), meaning).optional(),
  /** What stands between the items of a list. */
  split: z.string().min(1).optional(),
  number: z.enum(numberForms).optional(),
  /** YYYY, MM, M, DD, D, MMM (Jan) and MMMM (January); everything else stands for itself: `MM/DD/YYYY`. */
  date: z
    .string()
    .regex(/YYYY/, 'must have YYYY in it')
    .refine(isDateForm, 'must have year, month and day once at most')
    .optional(),
});
export type ColumnRule = z.output<typeof columnRule>;

const simpleRule = z.union([
  column.transform((name): ColumnRule => ({ column: name })),
  z.strictObject({ constant: z.union([scalar, z.array(scalar)]) }),
  z.strictObject({
    /** Words with columns in braces: `Acquired by {acquirer_name}`. Absent where a column is. */
    text: z.string().regex(/\{[^{}]+\}/, 'must have a column in braces, such as {name}'),
  }),
  z.strictObject({
    /** A column with web addresses: the field is their domain, without `www.`. */
    domain_of: column,
    /** Which part of the column is the address; where it does not fit, there is none. */
    pattern: pattern.optional(),
    /** Domains that many share, such as twitter.com: an address there says nothing of the domain. */
    except: z.array(z.string()).optional(),
  }),
  columnRule,
]);
export type SimpleRule = z.output<typeof simpleRule>;

/** What a field is made of. A plain text is a column: `name: Company`. */
const fieldRule = z.union([
  simpleRule,
  /** The first of several that has a value; an address that has no domain has none. */
  z.strictObject({ first_of: z.array(simpleRule).min(2) }),
]);
export type FieldRule = z.output<typeof fieldRule>;

/** What tells the forms of a rule apart. */
export const FORMS = ['column', 'constant', 'text', 'domain_of', 'first_of'];

/** All keys that a rule may have. */
export const RULE_KEYS = [...FORMS, 'pattern', 'values', 'split', 'number', 'date', 'except'];

export const MEANING_KEYS = ['value', 'warning'];

/** Rows that are no records of the kind. The reason begins with its class, by which the report counts. */
const rejectRule = z.strictObject({
  column,
  is: z.union([scalar, z.array(scalar).min(1)]),
  reason: z
    .string()
    .regex(
      /^[a-z][a-zA-Z ]{2,40}: ./,
      'must begin with its class and a colon, such as "fund: it is no company"',
    ),
});
export type RejectRule = z.output<typeof rejectRule>;

const encoding = z.string().transform((name, context) => {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    context.addIssue({ code: 'custom', message: 'is not the name of an encoding' });
    return z.NEVER;
  }
});

/** A mapping file: the columns of a foreign table to our fields. A column that no rule names is left out. */
export const mappingFile = z.strictObject({
  kind: z.string(),
  /** Of YAML and JSON, where the rows stand: `landscape.*.subcategories.*.items.*`; see `itemsAt`. */
  rows: z.string().min(1).optional(),
  /** The encoding of the files, where the command line names none. */
  encoding: encoding.optional(),
  reject: z.array(rejectRule).optional(),
  fields: z.record(z.string(), fieldRule),
});
export type MappingFile = z.output<typeof mappingFile>;

/** The columns that a rule reads; see `cellAt` for their form. */
export function columnsOf(rule: FieldRule): string[] {
  if ('first_of' in rule) return rule.first_of.flatMap(columnsOf);
  if ('column' in rule) return [rule.column];
  if ('domain_of' in rule) return [rule.domain_of];
  return 'text' in rule ? columnsInText(rule.text) : [];
}

export const columnsInText = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!);
