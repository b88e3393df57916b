import { z } from 'zod';
import { originFields } from '../../fields/origin.ts';
import { isCurrency } from './currencies.ts';
import { isDateForm, numberForms } from './formats.ts';
import { formOfRule } from './rule-form.ts';

/** Messages follow the name of their key: `fields.name.pattern is no regular expression: …`. */

const column = z.string().min(1, 'must name a column');
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: ({ input }) =>
    input === undefined ? 'is missing' : 'must be a text, a number, true, false or null',
});

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
const meaning = z.union(
  [scalar, z.strictObject({ value: scalar, warning: z.string().min(1) })],
  'must be a value, or have value and warning',
);

/** Cleans cells: unseen characters are removed, and words such as "n/a", or those of the list, mean an empty cell. */
const clean = z.union(
  [z.boolean(), z.array(z.string().min(1)).min(1)],
  'must be true, false or a list of words',
);

/** What happens with a value that cannot be read: the row is rejected, or the field is left out with a warning. */
const onError = z.enum(['reject', 'drop']);
export type OnError = z.output<typeof onError>;

/** YYYY, YY, MM, M, DD, D, MMM (Jan) and MMMM (January), other characters are literal: `MM/DD/YYYY`; `unix`, `unix_ms`. */
const dateForm = z.string().superRefine((form, context) => {
  if (isDateForm(form)) return;
  const message = form.includes('YY')
    ? 'must have year, month and day once at most'
    : 'must have YYYY or YY in it, or be unix or unix_ms';
  context.addIssue({ code: 'custom', message });
});

const currency = z.string().refine(isCurrency, 'must be a currency code, such as USD');
const separator = z.string().min(1);

const columnRule = z
  .strictObject({
    column,
    /** Matches the part to use; a cell that does not match has no value. */
    pattern: pattern.optional(),
    clean: clean.optional(),
    /** Replacements by the value of the column; other values stay unchanged. */
    values: z.record(z.string(), meaning).optional(),
    /** A CSV file with replacements, next to the mapping; other values cannot be read. */
    lookup: z.strictObject({ file: z.string().min(1), key: column, value: column }).optional(),
    /** The separator of list items, or several. */
    split: z
      .union([separator, z.array(separator).min(1)], 'must be a separator or a list of them')
      .optional(),
    /** The one item of the list to use: 0 is the first, -1 the last. */
    index: z.int().optional(),
    number: z.enum(numberForms).optional(),
    /** What a number is multiplied by: `1e6` for a column in millions. */
    scale: z.number().min(1e-12).max(1e15).optional(),
    /** Reads money as people write it, such as `$1.2bn`, with its currency; see `readMoney`. */
    money: z.literal(true).optional(),
    currency: currency.optional(),
    date: dateForm.optional(),
    dates: z.array(dateForm).min(1).optional(),
    on_error: onError.optional(),
  })
  .superRefine((rule, context) => {
    const clash = (key: keyof typeof rule, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (rule.currency !== undefined && !rule.money) clash('currency', 'goes with money: add "money: true"');
    if (rule.index !== undefined && rule.split === undefined)
      clash('index', 'goes with split; for a list of JSON name the item in the column: "rounds.0"');
    if (rule.date !== undefined && rule.dates) clash('dates', 'does not go with date: keep one of the two');
    const isDate = rule.date !== undefined || rule.dates !== undefined;
    const ofNumbers = (['number', 'scale', 'money'] as const).find((key) => rule[key] !== undefined);
    if (isDate && ofNumbers) clash(ofNumbers, 'does not go with a date: remove one of the two');
    const isList = rule.split !== undefined && rule.index === undefined;
    const ofOne = (['number', 'scale', 'money', 'date', 'dates'] as const).find(
      (key) => rule[key] !== undefined,
    );
    if (isList && ofOne) clash(ofOne, 'reads one value, not a list: add index, or remove split');
  });
export type ColumnRule = z.output<typeof columnRule>;

const constantRule = z.strictObject({
  constant: z.union([scalar, z.array(scalar)], 'must be a value or a list'),
});
const textRule = z.strictObject({
  /** Words with columns in braces: `Acquired by {acquirer_name}`. Absent if a column is empty. */
  text: z.string().regex(/\{[^{}]+\}/, 'must have a column in braces, such as {name}'),
});
const domainRule = z.strictObject({
  /** A column of web addresses: the field is their domain, without `www.`. */
  domain_of: column,
  /** Matches the part that is the address; without a match there is none. */
  pattern: pattern.optional(),
  /** Domains that many companies share, such as twitter.com: these are not the domain of a company. */
  except: z.array(z.string()).optional(),
  on_error: onError.optional(),
});

const SIMPLE = { column: columnRule, constant: constantRule, text: textRule, domain_of: domainRule };
const simpleRule = formOfRule<
  ColumnRule | z.output<typeof constantRule> | z.output<typeof textRule> | z.output<typeof domainRule>
>(SIMPLE);
export type SimpleRule = z.output<typeof simpleRule>;

/** The first rule with a value; an address without a domain has none. */
const firstRule = z.strictObject({ first_of: z.array(simpleRule).min(2, 'must have two rules or more') });

/** The rule of a field. Plain text is a column: `name: Company`. */
const fieldRule = formOfRule<SimpleRule | z.output<typeof firstRule>>({ ...SIMPLE, first_of: firstRule });
export type FieldRule = z.output<typeof fieldRule>;

/** The keys by which the forms of a rule differ. */
export const FORMS = [...Object.keys(SIMPLE), 'first_of'];
/** All other keys of rules. */
export const OPTIONS = [
  ...new Set([...Object.keys(columnRule.shape), ...Object.keys(domainRule.shape)]),
].filter((key) => !FORMS.includes(key));

/** Rows to reject. The reason begins with its class, by which the report counts. */
const rejectRule = z.strictObject({
  column,
  is: z.union([scalar, z.array(scalar).min(1)], 'must be a value or a list'),
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
    context.addIssue({ code: 'custom', message: 'is not the name of an encoding, such as windows-1252' });
    return z.NEVER;
  }
});

/** A mapping file: the columns of a foreign table to our fields. A column that no rule names is left out. */
export const mappingFile = z.strictObject({
  kind: z.string(),
  /** Where the rows of YAML and JSON are: `landscape.*.subcategories.*.items.*`; see `itemsAt`. */
  rows: z.string().min(1, 'must be a path, such as items.*').optional(),
  /** The sheet of a spreadsheet; the first visible one when absent. */
  sheet: z.string().min(1).optional(),
  /** The separator of the cells of CSV; the one that fits best when absent. */
  separator: z
    .string()
    .regex(/^[^"\r\n]$/u, 'must be one character, such as ";" or "\\t", and no quote')
    .optional(),
  /** The encoding of the files, unless the command line names one. */
  encoding: encoding.optional(),
  /** For all columns whose rule does not override it. */
  clean: clean.optional(),
  on_error: onError.optional(),
  reject: z.array(rejectRule).optional(),
  ...originFields,
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
