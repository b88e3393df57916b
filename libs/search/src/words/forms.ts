/** The filings that a query asks for. */
export interface WantedFilings {
  /** The forms, in one piece: `10k`. */
  forms: string[];
  /** The times that it names, as tokens of a date in ISO 8601, most exact first: `2023 01`, then `2023`. */
  periods: string[][];
}

/** Names of forms, with the forms that they mean. Source: https://www.sec.gov/forms */
const CALLED: [RegExp, string[]][] = [
  [/\bannual (?:reports?|filings?)\b|\bannuals\b/gi, ['10k', '20f', '40f']],
  [/\bquarterly (?:reports?|filings?)\b/gi, ['10q']],
  [/\bcurrent reports?\b/gi, ['8k']],
  [/\bproxy statements?\b/gi, ['def14a']],
  [/\bregistration statements?\b/gi, ['s1', 'f1']],
];
const FORM =
  /(?<![\p{L}\p{N}])(?:forms? (\d{1,3}|[cd]|[a-z]{1,2}-\d{1,2}[a-z]?|\d{1,3}-?[a-z]{1,2})|(10[ -]?[kq]|8[ -]?k|6[ -]?k|20[ -]?f|40[ -]?f|s-[1348]|f-[134]|13f(?:-hr)?|(?:sc )?13[dg]|def ?14a))s?(\/a)?(?![\p{L}\p{N}])/giu;
const YEAR =
  /(?<![\p{L}\p{N}])(?:(?:fiscal(?: year)?|fy)[ -]?)?((?:19|20)\d\d)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:fy|q[1-4]|[1-4]q|h[12]|[12]h) ?['’]?(\d\d)(?![\p{L}\p{N}])/giu;
const ISO = /(?<!\d)((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?(?!\d)/g;
const MONTHS =
  'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?'.split(
    ' ',
  );
const NAMED_DAY = new RegExp(
  `(?<!\\p{L})(?:(\\d{1,2})(?:st|nd|rd|th)? )?(${MONTHS.join('|')})\\.?(?: (\\d{1,2})(?:st|nd|rd|th)?)?,? ((?:19|20)\\d\\d)(?!\\d)`,
  'giu',
);

/** Returns the filings that a query asks for; undefined when it names no form. */
export function readForms(text: string): WantedFilings | undefined {
  const forms = CALLED.flatMap(([name, meant]) => (text.match(name) ? meant : []));
  for (const [, named, known, amended = ''] of text.matchAll(FORM)) {
    forms.push(`${named ?? known}${amended}`.toLowerCase().replace(/[^a-z0-9]/g, ''));
  }
  if (forms.length === 0) return undefined;
  return { forms: [...new Set(forms.map(withSchedule))], periods: periodsIn(text) };
}

/** `13D` is filed as `SC 13D`. */
const withSchedule = (form: string) => (/^13[dg]$/.test(form) ? `sc${form}` : form);

function periodsIn(text: string): string[][] {
  const periods: string[][] = [];
  for (const [, year, month, day] of text.matchAll(ISO)) periods.push([year!, month!, ...(day ? [day] : [])]);
  for (const [, before, month, after, year] of text.matchAll(NAMED_DAY)) {
    const place = MONTHS.findIndex((each) => each.startsWith(month!.slice(0, 3).toLowerCase())) + 1;
    const day = before ?? after;
    periods.push([year!, String(place).padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])]);
  }
  for (const [, year, short] of text.matchAll(YEAR))
    periods.push([year ?? (short! < '80' ? `20${short!}` : `19${short!}`)]);
  const wider = periods.flatMap((period) =>
    period.map((_, length) => period.slice(0, period.length - length)),
  );
  const distinct = new Map(wider.map((period) => [period.join('-'), period]));
  return [...distinct.values()].sort((a, b) => b.length - a.length);
}
