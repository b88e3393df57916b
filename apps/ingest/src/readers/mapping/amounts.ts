import type { z } from 'zod';
import { hasField } from '../../rows/schema.ts';
import type { Mapping } from './file.ts';
import type { FieldRule } from './rules.ts';
import { valueOf, type ForeignRow, type Value } from './value.ts';

/** What the rule of a field makes of a row. */
export interface FieldValue extends Value {
  field: string;
  rule: FieldRule;
}

/** The field next to an amount that has its currency: `data.currency` for `data.amount_raised`. */
export const currencyField = (amount: string): string =>
  amount.startsWith('measurement.')
    ? 'measurement.currency_code'
    : [...amount.split('.').slice(0, -1), 'currency'].join('.');

/** Returns whether a rule reads an amount. */
export const isAmount = (rule: FieldRule): boolean =>
  'first_of' in rule
    ? rule.first_of.some(isAmount)
    : 'column' in rule && (rule.money === true || rule.number !== undefined || rule.scale !== undefined);

/** The fields that name a stored company by its domain. */
const REFERENCE = /^(?:company|companies\.\d+(?:\.domain)?)$/;

/**
 * Returns the value of each field. Money also sets the field of its currency, if the record has one next to it and no
 * rule of its own sets it. A record without such a field has amounts in US dollars. Amounts that share a currency must
 * agree on it.
 */
export function valuesOf(
  { fields, clean, lookups }: Mapping,
  schema: z.ZodType,
  row: ForeignRow,
): FieldValue[] {
  const reading = { clean, lookups };
  const found = new Map<string, FieldValue>();
  for (const [field, rule] of fields) {
    if (isAmount(rule)) continue;
    const isReference = REFERENCE.test(field);
    found.set(field, { field, rule, ...valueOf(rule, row, { ...reading, isReference }) });
  }
  for (const [field, rule] of fields) {
    if (!isAmount(rule)) continue;
    const next = currencyField(field);
    const stated = found.get(next)?.value;
    const isShared = hasField(schema, next);
    const expected = typeof stated === 'string' ? stated.trim().toUpperCase() : isShared ? undefined : 'USD';
    const read = valueOf(rule, row, { ...reading, currency: expected });
    const { currency } = read;
    const problem =
      currency !== undefined && expected !== undefined && currency !== expected
        ? `is in ${currency}, but ${isShared ? `${next} is ${expected}` : 'the field is in US dollars'}`
        : read.problem;
    found.set(field, { field, rule, ...read, ...(problem !== undefined && { problem }) });
    if (currency !== undefined && isShared && stated === undefined && problem === undefined)
      found.set(next, { field: next, rule: { constant: currency }, value: currency });
  }
  return [...found.values()];
}
