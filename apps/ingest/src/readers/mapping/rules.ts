import { z } from 'zod';
import { datePattern, numberForms } from './formats.ts';

const column = z.string().min(1);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A regular expression that ignores case. The value is its first group, or the whole match if it has none. */
const pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'iu');
  } catch (error) {
    const message = `is no regular expression: ${(error as Error).message.split(': ').at(-1)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

/** The value that replaces one of the column, with a warning if the two are not quite the same. */
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
  /** Matches the part to use; a value that does not match stays unchanged. */
  pattern: pattern.optional(),
  /** Replacements by the value of the column; other values stay unchanged. */
  values: z.record(z.string(), meaning).optional(),
  /** The separator of list items. */
  split: z.string().min(1).optional(),
  number: z.enum(numberForms).optional(),
  /** YYYY, MM, M, DD, D, MMM (Jan) and MMMM (January); other characters are literal: `MM/DD/YYYY`. */
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
    /** Words with columns in braces: `Acquired by {acquirer_name}`. Absent if a column is empty. */
    text: z.string().regex(/\{[^{}]+\}/, 'must have a column in braces, such as {name}'),
  }),
  z.strictObject({
    /** A column of web addresses: the field is their domain, without `www.`. */
    domain_of: column,
    /** Matches the part that is the address; without a match there is none. */
    pattern: pattern.optional(),
    /** Domains that many companies share, such as twitter.com: these are not the domain of a company. */
    except: z.array(z.string()).optional(),
  }),
  columnRule,
]);
export type SimpleRule = z.output<typeof simpleRule>;

/** The rule of a field. Plain text is a column: `name: Company`. */
const fieldRule = z.union([
  simpleRule,
  /** The first rule with a value; an address without a domain has none. */
  z.strictObject({ first_of: z.array(simpleRule).min(2) }),
]);
export type FieldRule = z.output<typeof fieldRule>;

/** The keys by which the forms of a rule differ. */
export const FORMS = ['column', 'constant', 'text', 'domain_of', 'first_of'];

/** All keys that a rule may have. */
export const RULE_KEYS = [...FORMS, 'pattern', 'values', 'split', 'number', 'date', 'except'];

export const MEANING_KEYS = ['value', 'warning'];

/** Rows to reject. The reason begins with its class, by which the report counts. */
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
  /** Where the rows of YAML and JSON are: `landscape.*.subcategories.*.items.*`; see `itemsAt`. */
  rows: z.string().min(1).optional(),
  /** The encoding of the files, unless the command line names one. */
  encoding: encoding.optional(),
  reject: z.array(rejectRule).optional(),
  fields: z.record(z.string(), fieldRule),
});
export type MappingFile = z.output<typeof mappingFile>;

/** Returns the columns that a rule reads; see `cellAt` for their form. */
export function columnsOf(rule: FieldRule): string[] {
  if ('first_of' in rule) return rule.first_of.flatMap(columnsOf);
  if ('column' in rule) return [rule.column];
  if ('domain_of' in rule) return [rule.domain_of];
  return 'text' in rule ? columnsInText(rule.text) : [];
}

export const columnsInText = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!);
