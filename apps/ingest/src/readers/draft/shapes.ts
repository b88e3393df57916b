import { domainOfUrl } from '@dossier/shared';
import { splitAt } from '../../rows/schema.ts';
import { cleaned } from '../mapping/clean.ts';
import { currenciesOf } from '../mapping/currencies.ts';
import { readDate, readNumber, type NumberForm } from '../mapping/formats.ts';
import { readMoney } from '../mapping/money.ts';
import type { Column } from './table.ts';

/** A rule as it is written in a mapping, and what a person has to decide about it. */
export interface Drafted {
  rule: string | Record<string, unknown>;
  ask?: string;
}

const DATE_FORMS = [
  ['DD/MM/YYYY', 'D/M/YYYY'],
  ['MM/DD/YYYY', 'M/D/YYYY'],
  ['DD.MM.YYYY', 'D.M.YYYY'],
  ['YYYY/MM/DD'],
  ['D MMM YYYY'],
  ['D MMMM YYYY'],
  ['MMM D, YYYY'],
  ['MMMM D, YYYY'],
  ['D-MMM-YYYY'],
  ['D-MMM-YY'],
  ['D/M/YY'],
  ['M/D/YY'],
  ['D.M.YY'],
  ['YYYY年M月D日'],
  ['YYYY.M.D'],
  ['MMM YYYY'],
  ['YYYY-MM'],
].map((forms) => forms.at(-1)!);

/** Cells that are not empty after `clean: true`. */
export const seenValues = ({ values }: Column): string[] =>
  values.map((value) => cleaned(value, true)).filter(Boolean);

/** Returns the share of cells that pass a test. */
export function share(values: string[], test: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

export const isAddress = (text: string): boolean =>
  /^(https?:\/\/|www\.)\S+$|^[\w-]+(\.[\w-]+)+(\/\S*)?$/i.test(text) &&
  /\p{L}{2}/u.test(text) &&
  domainOfUrl(text) !== undefined;

/** Drafts a rule for dates, or returns undefined if a fifth of the cells or more are none. */
export function dateRule(column: Column): Drafted | undefined {
  const values = seenValues(column);
  const rest = values.filter((value) => readDate(value, 'YYYY-MM-DD') === undefined);
  if (values.length === 0) return undefined;
  if (rest.length === 0) return { rule: column.name };
  const forms: string[] = [];
  const open = new Set(rest);
  const byCount = DATE_FORMS.map((form) => ({
    form,
    n: share(rest, (value) => readDate(value, form) !== undefined),
  }));
  for (const { form, n } of byCount.sort((a, b) => b.n - a.n)) {
    const isNew = [...open].some((value) => readDate(value, form) !== undefined);
    if (n === 0 || !isNew) continue;
    forms.push(form);
    for (const value of open) if (readDate(value, form) !== undefined) open.delete(value);
  }
  const isDate = share(values, (value) => !open.has(value)) > 0.8;
  if (!isDate) return undefined;
  const year = forms.some((form) => form.endsWith('/YY')) ? 'YY' : 'YYYY';
  const slashes = [`D/M/${year}`, `M/D/${year}`];
  const [first, second] = slashes.map((form) => share(rest, (value) => readDate(value, form) !== undefined));
  const ask =
    first! > 0 && first === second
      ? `all days fit ${slashes.join(' and ')}: keep the one that the source means`
      : slashes.every((form) => forms.includes(form))
        ? `days as ${slashes.join(' and as ')}: a day that fits both is rejected`
        : undefined;
  const rule =
    forms.length === 1 ? { column: column.name, date: forms[0] } : { column: column.name, dates: forms };
  return dropping(rule, [...open], ask);
}

const CURRENCY = String.raw`(?:\p{Sc}|\b(?:usd|eur|gbp|chf|jpy|inr|cad|aud|cny|rmb|sek|nok|dkk|kr|pln|zł|rs))`;
const SCALES: [names: RegExp, scale: string][] = [
  [/\bmrd\b|\bmilliard(?:en|s)\b|十亿/iu, '1e9'],
  [/\bmillionen\b|\bmillones\b|百万/iu, '1e6'],
  [/(?<!\p{L})m\s?(?:\p{Sc}|eur|usd|chf)/iu, '1e6'],
  [/(?<!\p{L})[kt]\s?(?:\p{Sc}|eur|usd|chf)/iu, '1e3'],
  [/[亿億]/u, '1e8'],
  [/万/u, '1e4'],
  [/\btausend\b|\btsd\b|\bmilliers\b|\bmiles\b|千/iu, '1e3'],
  [new RegExp(String.raw`\bbillions?\b|${CURRENCY}\s?bn?\b|\(\s*\w*\s?bn\)`, 'iu'), '1e9'],
  [
    new RegExp(String.raw`\bmillions?\b|\bmio\b|\bmln\b|${CURRENCY}\s?m[mn]?\b|\(\s*m[mn]?\s*\)`, 'iu'),
    '1e6',
  ],
  [new RegExp(String.raw`\bthousands?\b|${CURRENCY}\s?k\b|\(\s*k\s*\)|\b000s?\b`, 'iu'), '1e3'],
];

/** Currencies in the names of Japanese and Chinese columns. */
const HAN: [sign: RegExp, currency: string][] = [
  [/美元|ドル/u, 'USD'],
  [/欧元|ユーロ/u, 'EUR'],
  [/人民币|元/u, 'CNY'],
  [/円/u, 'JPY'],
];

/** What the name of a column states about its amounts: `Revenue ($M)`, `raised_amount_usd`. */
export function unitsOf(name: string): { scale?: string; currency?: string } {
  const words = name.replaceAll('_', ' ').replaceAll(/\b([kt])(eur|usd|chf)\b/gi, '$1 $2');
  const scale = SCALES.find(([names]) => names.test(words))?.[1];
  const [, han] = HAN.find(([sign]) => sign.test(words)) ?? [];
  const signs = (words.match(/\p{L}{0,2}\$|\p{Sc}|\p{L}+/gu) ?? [])
    .filter((word) => !isOther(word, words))
    .flatMap((word) => currenciesOf(word) ?? []);
  const currency =
    han ?? signs.find(({ of }) => of.length === 1)?.usual ?? (signs[0] && (signs[0].usual ?? UNCLEAR));
  return { ...(scale !== undefined && { scale }), ...(currency !== undefined && { currency }) };
}

/** The currency of a column whose sign may stand for several, such as ¥ and kr. */
export const UNCLEAR = 'XXX';
/** Codes and signs that are also words, unless they are capitals in another name: `Revenue (TRY)`. */
const WORDS = new Set(
  'all amd ang bam ban bob cop cup ern ft gel lak mad mop pen ron sos top try xxx'.split(' '),
);
const isOther = (word: string, name: string): boolean =>
  WORDS.has(word.toLowerCase()) && (word !== word.toUpperCase() || name === name.toUpperCase());

/** Returns the notation of the numbers in cells, with a question if it is not certain. */
function notationOf(values: string[]): { form?: NumberForm; ask?: string } {
  const digits = values.flatMap((value) => /\d[\d.,' ]*/.exec(value)?.[0].trim().replace(/[.,]$/, '') ?? []);
  const isPlain = digits.every((each) => /^\d+$/.test(each));
  if (isPlain) return {};
  const forms: NumberForm[] = ['1,234.56', '1.234,56', '1 234,56'];
  const fitting = forms.filter((form) => share(digits, (each) => readNumber(each, form) !== undefined) > 0.9);
  const decimals = (each: string, form: NumberForm) => readNumber(each, form)?.split('.')[1]?.length ?? 0;
  // Three digits after a separator are thousands: `1,200`, but not `0,125`.
  const hasDecimals = (form: NumberForm) =>
    digits.some((each) => decimals(each, form) > 0 && (decimals(each, form) !== 3 || /^0[.,]/.test(each)));
  const isWhole = (form: NumberForm) => digits.every((each) => decimals(each, form) === 0);
  if (digits.every((each) => /^\d+(\.\d+)?$/.test(each)) && !digits.every((each) => /\.\d{3}$/.test(each)))
    return { form: '1234.56' };
  const best = fitting.find((form) =>
    digits.some((each) => /[., ]\d{3}[., ]/.test(each) && readNumber(each, form) !== undefined),
  );
  const form = best ?? fitting.find(hasDecimals) ?? fitting.find(isWhole) ?? fitting[0];
  if (form === undefined)
    return { ask: 'numbers are written in several ways: choose number: 1,234.56 or 1.234,56' };
  const isOpen =
    fitting.length > 1 && best === undefined && digits.some((each) => /^\d{1,3}[.,]\d{3}$/.test(each));
  const open = digits.find((each) => /^\d{1,3}[.,]\d{3}$/.test(each));
  return { form, ...(isOpen && { ask: `${open} is read as ${readNumber(open!, form)}: right?` }) };
}

/**
 * Drafts a rule for amounts, or returns undefined if most cells are none.
 * @param named the words that state their unit: the name of the column, unless another column states it
 */
export function amountRule(
  column: Column,
  withCurrency: boolean,
  named: string = column.name,
): Drafted | undefined {
  const values = seenValues(column);
  const { scale, currency } = unitsOf(named);
  const { form, ask } = notationOf(values);
  const isWord = (value: string) => /[\p{L}\p{Sc}]/u.test(value.replace(/\de\+?\d/i, ''));
  const isMoney =
    scale !== undefined || currency === UNCLEAR || values.some((value) => /\d/.test(value) && isWord(value));
  const isRead = (value: string) => {
    const read = readMoney(value, { form, currency: currency ?? 'USD' });
    return !('problem' in read) && (withCurrency || read.currency === 'USD');
  };
  if (share(values, isRead) < 0.5) return undefined;
  const number = form === undefined && !isMoney ? '1234.56' : form;
  const rule = {
    column: column.name,
    ...(isMoney && { money: true }),
    ...(number !== undefined && { number }),
    ...(scale !== undefined && { scale: Number(scale) }),
    ...(isMoney && withCurrency && currency !== undefined && currency !== UNCLEAR && { currency }),
  };
  const which = currency === UNCLEAR ? 'its currency: add currency to the rule' : undefined;
  return dropping(
    rule,
    values.filter((value) => !isRead(value)),
    [ask, which].filter(Boolean).join('; ') || undefined,
  );
}

/** A rule that leaves out the cells that it cannot read, and names some of them. */
function dropping(rule: Record<string, unknown>, unread: string[], ask: string | undefined): Drafted {
  if (unread.length === 0) return { rule, ...(ask !== undefined && { ask }) };
  const cells = distinct(unread);
  const shown = cells.slice(0, 4).map((value) => JSON.stringify(value));
  const left = `left out, because it cannot be read: ${shown.join(', ')}${cells.length > 4 ? ', …' : ''}`;
  return { rule: { ...rule, on_error: 'drop' }, ask: [ask, left].filter(Boolean).join('; ') };
}

/** Returns the separator of a list in cells, or undefined. */
export function separatorOf(values: string[]): string | undefined {
  return [';', '|', ', ', ',']
    .find((separator) => share(values, (value) => splitAt(value, separator).length > 1) > 0.15)
    ?.trim();
}

/** Returns the different values of a column, most frequent first. */
export function distinct(values: string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
