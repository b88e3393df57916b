import { domainOfUrl } from '@dossier/shared';
import { isSharedHost } from '../../fields/hosts.ts';
import { cellAt } from '../../rows/items-at.ts';
import { splitAt, spreadsheetError } from '../../rows/schema.ts';
import { cleaned, type Clean } from './clean.ts';
import { mayStandFor } from './currencies.ts';
import { multiply, plainDigits } from './decimal.ts';
import { readDates, readNumber } from './formats.ts';
import { innerAddress } from './links.ts';
import type { Lookups } from './lookup.ts';
import { readMoney } from './money.ts';
import { columnsInText, type ColumnRule, type FieldRule, type SimpleRule } from './rules.ts';

/** A row of a foreign table, with the objects around it; see `cellAt`. */
export interface ForeignRow {
  cells: Record<string, unknown>;
  around?: Record<string, unknown>[] | undefined;
}

/** What a rule makes of a row. Without a value the field is absent. */
export interface Value {
  value: unknown;
  warning?: string;
  /** Why the value cannot be read, in words that follow the name of the field. */
  problem?: string;
  /** The currency of an amount of money. */
  currency?: string;
}

/** What all rules of a mapping read with. */
export interface Reading {
  clean: Clean;
  lookups: Lookups;
  /** The currency of an amount by the field next to it: that of money that names none, and of signs before numbers. */
  currency?: string | undefined;
  /** Whether the field names a stored company, which a page on a shared host never does. */
  isReference?: boolean;
}

const NONE: Value = { value: undefined };

/** Applies a rule to a row. */
export function valueOf(rule: FieldRule, row: ForeignRow, reading: Reading): Value {
  if (!('first_of' in rule)) return simpleValue(rule, row, reading);
  for (const each of rule.first_of) {
    const read = simpleValue(each, row, reading);
    const isDomain = !('domain_of' in each) || domainOfUrl(textOf(read.value)) !== undefined;
    if ((read.value !== undefined || read.problem !== undefined) && isDomain) return read;
  }
  return NONE;
}

/** Returns the text of a cell in a column, cleaned; empty for a missing or nested value. */
export const textIn = (column: string, { cells, around }: ForeignRow, clean: Clean): string =>
  textOf(given(cellAt(cells, column, around), clean));

const textOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell).trim()
    : '';

/** A cell, trimmed and cleaned; undefined if it is empty. */
function given(cell: unknown, clean: Clean): unknown {
  const value = typeof cell === 'string' ? cleaned(cell, clean).trim() : cell;
  return value === null || value === '' ? undefined : value;
}

function simpleValue(rule: SimpleRule, row: ForeignRow, reading: Reading): Value {
  if ('constant' in rule) return { value: rule.constant };
  if ('text' in rule) return { value: filledIn(rule.text, row, reading.clean) };
  if ('domain_of' in rule) return domainIn(textIn(rule.domain_of, row, reading.clean), rule, reading);
  const cell = given(cellAt(row.cells, rule.column, row.around), rule.clean ?? reading.clean);
  if (cell === undefined) return NONE;
  const wrong = spreadsheetError(cell);
  if (wrong !== undefined) return { value: cell, problem: `is ${wrong}, not a value` };
  if (!['string', 'number', 'boolean'].includes(typeof cell)) return otherThanText(cell, rule, reading);
  const text = rule.pattern ? matched(textOf(cell), rule.pattern) : textOf(cell);
  if (text === '') return NONE;
  if (rule.split === undefined) return oneValue(text, cell, rule, reading);
  const parts = partsOf(text, rule.split);
  if (rule.index === undefined) return allValues(parts, rule, reading);
  const part = parts.at(rule.index);
  return part === undefined ? NONE : oneValue(part, part, rule, reading);
}

/** A rule for text applies to each item of a JSON list; an object stays as it is. */
function otherThanText(cell: unknown, rule: ColumnRule, reading: Reading): Value {
  const isOfText = Array.isArray(cell) && cell.every((item) => typeof item === 'string');
  if (!isOfText || !(rule.values || rule.lookup)) return { value: cell };
  return allValues(
    cell.map((item) => item.trim()),
    rule,
    reading,
  );
}

/** @param given the cell, or the part of it that is the text */
function oneValue(text: string, given: unknown, rule: ColumnRule, { lookups, currency }: Reading): Value {
  const meant = meaningOf(text, rule, lookups);
  if (meant) return meant;
  const isNumber = typeof given === 'number' && !rule.pattern;
  const written = isNumber ? plainDigits(given) : text;
  const scale = rule.scale === undefined ? undefined : plainDigits(rule.scale);
  if (rule.money) {
    const form = isNumber ? '1234.56' : rule.number;
    const read = readMoney(written, { form, currency: rule.currency ?? currency, scale });
    return 'problem' in read ? { ...read, value: text } : { value: read.amount, currency: read.currency };
  }
  if (rule.number !== undefined || scale !== undefined) {
    const form = rule.number ?? '1234.56';
    const { sign, rest } = withoutSign(written);
    const digits = readNumber(rest, isNumber ? '1234.56' : form);
    if (digits !== undefined && sign !== undefined && !mayStandFor(sign, currency))
      return { value: text, problem: otherSign(text, currency) };
    if (digits === undefined)
      return { value: text, problem: `must be a number written as ${form}, not ${JSON.stringify(text)}` };
    return { value: scale === undefined ? (isNumber ? given : digits) : multiply(digits, scale) };
  }
  const forms = rule.dates ?? (rule.date === undefined ? undefined : [rule.date]);
  if (forms) {
    const read = readDates(written, forms);
    return 'problem' in read ? { ...read, value: text } : { value: read.date };
  }
  return { value: rule.pattern ? text : given };
}

/** Splits the currency sign from a number: `-¥700`, `R$ 700`. */
function withoutSign(text: string): { sign?: string; rest: string } {
  const [before, minus = '', sign] = /^([+-]?)\s*(\p{L}{0,2}\p{Sc})\s*(?=\d)/u.exec(text) ?? [];
  return before === undefined ? { rest: text } : { sign: sign!, rest: minus + text.slice(before.length) };
}

const otherSign = (text: string, currency: string | undefined): string => {
  const way =
    currency === undefined
      ? 'add a rule for the currency field, or use money: true instead of number'
      : `the amount is in ${currency}`;
  return `has a currency that the mapping does not state (${JSON.stringify(text)}); ${way}`;
};

/** The first group of a match, or the whole match; empty without one. */
function matched(text: string, pattern: RegExp): string {
  const found = pattern.exec(text);
  return found ? (found[1] ?? found[0]).trim() : '';
}

function partsOf(text: string, separators: string | string[]): string[] {
  const parts = [separators]
    .flat()
    .reduce((pieces, separator) => pieces.flatMap((piece) => splitAt(piece, separator)), [text]);
  return parts.map((part) => part.trim()).filter(Boolean);
}

function filledIn(text: string, row: ForeignRow, clean: Clean): string | undefined {
  const cells = new Map(columnsInText(text).map((column) => [column, textIn(column, row, clean)]));
  if ([...cells.values()].includes('')) return undefined;
  return text.replace(/\{([^{}]+)\}/g, (_, column: string) => cells.get(column)!);
}

/** Returns the domain of a web address without `www.`; none for one that many companies share. */
function domainIn(
  cell: string,
  { pattern, except = [] }: Extract<SimpleRule, { domain_of: string }>,
  { isReference = false }: Reading,
): Value {
  const given = pattern ? matched(cell, pattern) : cell;
  if (given === '') return NONE;
  const inner = innerAddress(given);
  if ('problem' in inner) return { value: given, problem: `${inner.problem} (${JSON.stringify(given)})` };
  const { address } = inner;
  const domain = domainOfUrl(address)?.replace(/^www\./, '');
  if (domain === undefined) return { value: address };
  if (except.some((each) => domain === each || domain.endsWith(`.${each}`))) return NONE;
  if (!isReference || !isSharedHost(domain) || !isPage(address)) return { value: domain };
  const way = `give the website of the company, or list ${domain} in except`;
  return {
    value: address,
    problem: `is a page on ${domain}, where many companies have pages (${JSON.stringify(address)}); ${way}`,
  };
}

/** Returns whether a web address has a path or a query. */
export const isPage = (address: string): boolean =>
  /^[^/?#]*(?:\/+[^/?#]|\/*[?#].)/.test(address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''));

/** What the values and the lookup file of a rule make of a text; undefined if it means itself. */
function meaningOf(text: string, { values, lookup }: ColumnRule, lookups: Lookups): Value | undefined {
  if (values && Object.hasOwn(values, text)) {
    const meant = values[text]!;
    return typeof meant === 'object' && meant !== null ? meant : { value: meant };
  }
  if (!lookup) return undefined;
  const found = lookups.get(lookup)!.get(text);
  if (found === undefined)
    return { value: text, problem: `has a value that is not in ${lookup.file}: ${JSON.stringify(text)}` };
  return { value: found === '' ? undefined : found };
}

function allValues(parts: string[], rule: ColumnRule, { lookups }: Reading): Value {
  const meant = [...new Set(parts)].map((part): Value => meaningOf(part, rule, lookups) ?? { value: part });
  const first = (key: 'warning' | 'problem') => meant.find((each) => each[key] !== undefined)?.[key];
  const [warning, problem] = [first('warning'), first('problem')];
  return {
    value: [...new Set(meant.flatMap(({ value }) => (value === null || value === undefined ? [] : [value])))],
    ...(warning !== undefined && { warning }),
    ...(problem !== undefined && { problem }),
  };
}
