import { domainOfUrl, isDate } from '@dossier/shared';
import type { z } from 'zod';
import { fieldOfText, setAt } from '../stages/schema.ts';
import type { Mapping } from './read.ts';
import type { FieldRule } from './rules.ts';

/**
 * A record of ours made of a row of a foreign table. An empty cell is absent. What cannot be read as its rule says
 * stays as it is, for the schema to refuse.
 */
export function applyMapping(
  { fields }: Mapping,
  schema: z.ZodType,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [field, rule] of fields) {
    const value = valueOf(rule, row);
    if (value === undefined) continue;
    setAt(record, field.split('.'), typeof value === 'string' ? fieldOfText(schema, field, value) : value);
  }
  return record;
}

function valueOf(rule: FieldRule, row: Record<string, unknown>): unknown {
  if ('constant' in rule) return rule.constant;
  if ('domain_of' in rule) return domainIn(row[rule.domain_of], rule.except ?? []);
  const cell = row[rule.column];
  const given = typeof cell === 'string' ? cell.trim() : cell;
  if (given === undefined || given === null || given === '') return undefined;
  if (!('values' in rule || 'split' in rule || 'number' in rule || 'date' in rule)) return given;
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return given;
  const text = String(given);
  if (rule.split !== undefined) return splitList(text, rule.split, rule.values);
  if (rule.values && Object.hasOwn(rule.values, text)) return rule.values[text];
  if (rule.number !== undefined) return readNumber(text, rule.number);
  return rule.date === undefined ? given : readDate(text, rule.date);
}

/** The domain of a web address, without `www.`; absent where the address is at a domain that many share. */
function domainIn(cell: unknown, shared: string[]): string | undefined {
  const address = typeof cell === 'string' ? cell.trim() : '';
  if (address === '') return undefined;
  const domain = domainOfUrl(address)?.replace(/^www\./, '');
  if (domain === undefined) return address;
  return shared.some((each) => domain === each || domain.endsWith(`.${each}`)) ? undefined : domain;
}

function splitList(text: string, separator: string, values: Record<string, unknown> | undefined): unknown[] {
  const items = text.split(separator).map((item) => item.trim());
  return [...new Set(items.filter(Boolean))].map((item) =>
    values && Object.hasOwn(values, item) ? values[item] : item,
  );
}

function readNumber(text: string, form: string): unknown {
  const [, group, decimal] = /^1(\D?)234(\D)56$/.exec(form)!;
  const bare = text.replace(/^([+-]?)\s*[$€£¥]\s*/, '$1').replaceAll(/[\u00a0\u202f]/g, ' ');
  const digits = group ? bare.replaceAll(group, '') : bare;
  const plain = digits.replace(decimal!, '.');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const PARTS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  MMM: '(?<month>[A-Za-z]{3})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};

function readDate(text: string, form: string): string {
  const pattern = form
    .split(/(YYYY|MMM|MM|M|DD|D)/)
    .map((part) => PARTS[part] ?? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = new RegExp(`^${pattern.join('')}$`).exec(text)?.groups;
  if (!found) return text;
  const { year, month = '1', day = '1' } = found;
  const number = MONTHS.indexOf(month.toLowerCase()) + 1 || Number(month);
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : text;
}
