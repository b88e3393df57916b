/** The intent of a question about an entry that it names. */
export interface Intent {
  /** The text without the words of intent: a name. */
  subject: string;
  /** The requested forms of filings, in one piece: `10k`. Without any, the question means the company itself. */
  forms: string[];
  /** The years that are named. */
  years: string[];
}

/** Names of forms, with the forms that they mean. Source: https://www.sec.gov/forms */
const CALLED: [RegExp, string[]][] = [
  [/\bannual (?:reports?|filings?)\b|\bannuals\b/g, ['10k', '20f', '40f']],
  [/\bquarterly (?:reports?|filings?)\b/g, ['10q']],
  [/\bcurrent reports?\b/g, ['8k']],
  [/\bproxy statements?\b/g, ['def14a']],
  [/\bregistration statements?\b/g, ['s1', 'f1']],
];
const FORM =
  /(?<![\p{L}\p{N}])(?:forms? (\d{1,3}|[cd]|[a-z]{1,2}-\d{1,2}[a-z]?|\d{1,3}-?[a-z]{1,2})|(10[ -]?[kq]|8[ -]?k|6[ -]?k|20[ -]?f|40[ -]?f|s-[1348]|f-[134]|13f(?:-hr)?|(?:sc )?13[dg]|def ?14a))(\/a)?(?![\p{L}\p{N}])/gu;
const YEAR =
  /(?<![\p{L}\p{N}])(?:(?:fiscal(?: year)?|fy)[ -]?)?((?:19|20)\d\d)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])fy ?'?(\d\d)(?![\p{L}\p{N}])/gu;
/** A part of a year, perhaps with its year: `Q3`, `3Q24`, `third quarter`, `H1 2024`. */
const PERIOD =
  /(?<![\p{L}\p{N}])(?:(?:q[1-4]|[1-4]q|h[12]|[12]h)(?: ?['’]?(?:20)?(\d\d))?|(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:quarter|half)|(?:full|half)[ -]year|year[ -]to[ -]date|ytd|ttm)(?![\p{L}\p{N}])/gu;

/** What people want to know about a company. */
const TOPICS = [
  'valuations?|funding(?: rounds?)?|raised?|revenues?|earnings|sales|profits?|margins?|financials?|financial statements?',
  'quarter(?:ly)?|annual|results?|(?:net )?income|ebitda|cash flows?|guidance',
  'stock(?: price)?|share price|shares|ticker(?: symbol)?|market cap(?:italization)?|headquarters?|hq|address',
  'ceo|founders?|founded|management|employees|headcount|investors?|shareholders?|owners?|competitors?|customers?',
  'acquisitions?|news|website|profile|overview|description|business model|company|filings?',
].join('|');
const TOPIC = new RegExp(`(?<![\\p{L}\\p{N}])(?:${TOPICS})(?![\\p{L}\\p{N}])`, 'gu');
const LATEST = /(?<![\p{L}\p{N}])(?:(?:most )?recent|latest|newest|last|current)(?![\p{L}\p{N}])/gu;
/** The words around a name in a question. */
const FRAMES: RegExp[] = [
  /^what (?:does|do|did) (.+?) (?:do|make|sell)$/u,
  /^(?:what|who) (?:is|are|was|were) (?:the )?(?:company )?(.+)$/u,
  /^who (?:founded|owns|runs|leads) (.+)$/u,
  /^where (?:is|are) (.+?)(?: (?:based|located|headquartered))?$/u,
  /^when (?:was|were|did) (.+?)(?: (?:founded|start|started|go public))?$/u,
  /^how (?:much|many) (?:did|has|have|does|is|are) (.+?)(?: (?:raise|raised|worth|make|have))?$/u,
  /^(?:tell me|information|info|details) (?:about|on) (.+)$/u,
  /^about (.+)$/u,
];
const LINKS =
  /^(?:(?:the|a|an|of|for|by|from|at|in|on|and|its)(?: |$))+|(?:(?:^| )(?:the|of|for|by|from|at|in|on|and|its))+$/gu;

/** Returns the intent of a question; undefined when it has no word of intent, or no other words. */
export function readIntent(text: string): Intent | undefined {
  const forms: string[] = [];
  const years: string[] = [];
  const asked = text
    .toLowerCase()
    .replace(/[?!"“”]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  let rest = asked;
  for (const frame of FRAMES) rest = frame.exec(rest)?.[1] ?? rest;
  for (const [name, meant] of CALLED) {
    if (rest.match(name)) forms.push(...meant);
    rest = rest.replace(name, ' ');
  }
  rest = rest.replace(FORM, (_, named?: string, known?: string, amended = '') => {
    forms.push(`${named ?? known}${amended}`.replace(/[^a-z0-9]/g, ''));
    return ' ';
  });
  rest = rest.replace(PERIOD, (_, short?: string) => {
    if (short !== undefined) years.push(`20${short}`);
    return ' ';
  });
  rest = rest.replace(YEAR, (_, year?: string, short?: string) => {
    years.push(year ?? `20${short}`);
    return ' ';
  });
  rest = rest.replace(LATEST, ' ').replace(TOPIC, ' ');
  const subject = tidy(rest);
  return subject === '' || subject === tidy(asked)
    ? undefined
    : { subject, forms: forms.map(withSchedule), years };
}

/** `13D` is filed as `SC 13D`. */
const withSchedule = (form: string) => (/^13[dg]$/.test(form) ? `sc${form}` : form);

function tidy(text: string): string {
  const words = text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/(?<=\p{L})['’]s?(?= |$)/gu, '');
  return words.replace(LINKS, '').trim();
}
