/** How many units a scale word means. */
const SCALES: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};

/** A number with a scale or with groups of digits. `10K` is a form, so `K` needs a currency sign. */
const AMOUNT =
  /(?<![\p{L}\p{N}.,-])([$€£¥]?)(\d{1,3}(?:,\d{3})+|\d{1,15})(\.\d{1,6})?(?:[ \u00a0-]?(thousand|million|billion|trillion|mio|mn|mm|bn|tn)|(k|m|b|t))?(?![\p{L}\p{N}]|[.,]\d)/giu;

interface Written {
  /** The amount in units, without separators. */
  digits: string;
  start: number;
  end: number;
}

function findAmounts(text: string): Written[] {
  const found: Written[] = [];
  if (!/\d/.test(text)) return found;
  for (const match of text.matchAll(AMOUNT)) {
    const [all, sign, whole, fraction = '', word, letter] = match;
    const scale = (word ?? letter)?.toLowerCase();
    if (scale === undefined && !whole!.includes(',')) continue;
    if (letter?.toLowerCase() === 'k' && sign === '') continue;
    const number = whole!.replaceAll(',', '') + fraction;
    const units = scale === undefined ? undefined : Number(number) * SCALES[scale]!;
    if (units !== undefined && units >= 1e21) continue;
    const digits = units === undefined ? number : Math.round(units).toFixed(0);
    found.push({ digits, start: match.index, end: match.index + all.length });
  }
  return found;
}

/** Returns the amounts of a text: `50000000` for `$50M`, `50 million` and `50,000,000`; `1234.5` for `1,234.5`. */
export const amountsIn = (text: string): string[] => findAmounts(text).map(({ digits }) => digits);

/** Replaces the amounts of a query by their digits, as words of their own: `US$ 50000000` for `US$50M`. */
export function writeAmounts(text: string): string {
  let [written, done] = ['', 0];
  for (const { digits, start, end } of findAmounts(text)) {
    written += `${text.slice(done, start)} ${digits} `;
    done = text[end] === '-' ? end + 1 : end;
  }
  return written + text.slice(done);
}

/** Returns the token runs that texts write an amount with, for highlights. */
export function formsOfAmount(digits: string): string[][] {
  const units = Number(digits);
  const forms = [[digits], digits.replace(/\B(?=(\d{3})+$)/g, ' ').split(' ')];
  for (const [scale, size] of Object.entries(SCALES)) {
    const number = units / size;
    if (number < 0.1 || number >= 100_000 || number * 1_000 !== Math.round(number * 1_000)) continue;
    const parts = String(number).split('.');
    forms.push([...parts, scale]);
  }
  return forms;
}
