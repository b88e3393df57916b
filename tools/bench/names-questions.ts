import { companyNameKey } from '@dossier/shared';
import { hash, type Filed, type Named } from './names-companies.ts';

/** A question by name, and the entry that it is about. */
export interface NameQuestion {
  text: string;
  /** The paths of the right results. */
  right: string[];
  index: 'documents' | 'explore';
}

/** Questions of one kind. */
export interface NameClass {
  name: string;
  /** The right entry must be among the first so many of its index, for this share of the questions. */
  first: number;
  wanted: number;
  questions: NameQuestion[];
}

/** The entries that questions are made of, with the paths of their results. */
export interface Entries {
  companies: (Named & { path: string })[];
  filings: (Filed & { path: string })[];
  documents: { title: string; path: string }[];
}

const FORMS: [RegExp, string][] = [
  [/\bInc\.?$/i, 'Incorporated'],
  [/\bIncorporated$/i, 'Inc.'],
  [/\bCorp\.?$/i, 'Corporation'],
  [/\bCorporation$/i, 'Corp'],
  [/\bLtd\.?$/i, 'Limited'],
  [/\bLimited$/i, 'Ltd.'],
  [/\bCo\.?$/i, 'Company'],
  [/\bL\.?L\.?C\.?$/i, 'L.L.C.'],
  [/\bPLC$/i, 'Public Limited Company'],
];
const INTENTS = ['valuation', 'funding', 'revenue', 'stock', 'headquarters', 'CEO'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns so many questions of each class, or fewer where there are not so many entries for it. Always the same ones. */
export function nameClasses(entries: Entries, count: number): NameClass[] {
  const { companies, filings, documents } = entries;
  const pick = <T extends { path: string }>(
    name: string,
    from: T[],
    textOf: (each: T) => string | undefined,
  ) =>
    from
      .map((each) => ({ each, order: hash(`${name} ${each.path}`) }))
      .sort((a, b) => a.order - b.order)
      .flatMap(({ each }) => {
        const text = textOf(each);
        return text === undefined ? [] : [{ text, right: [each.path] }];
      })
      .slice(0, count);
  const ofCompany = (
    name: string,
    textOf: (company: Named) => string | undefined,
    first = 1,
    wanted = 0.98,
  ): NameClass => ({
    name,
    first,
    wanted,
    questions: pick(name, companies, textOf).map((each) => ({ ...each, index: 'explore' })),
  });
  const ofFiling = (
    name: string,
    textOf: (filing: Filed) => string | undefined,
    rightOf?: (filing: Filed) => string[],
  ): NameClass => ({
    name,
    first: 1,
    wanted: 0.98,
    questions: pick(name, filings, textOf).map(({ text, right }) => {
      const filing = filings.find(({ path }) => path === right[0])!;
      return { text, right: rightOf?.(filing) ?? right, index: 'explore' };
    }),
  });
  const nameOf = new Map(companies.flatMap(({ cik, name }) => (cik === undefined ? [] : [[cik, name]])));
  const annual = filings.filter(({ form }) => form === '10-K');
  const annualOf = ({ cik }: Filed) => annual.filter((each) => each.cik === cik).map(({ path }) => path);
  const ifAnnual = (filing: Filed, text: string) => (filing.form === '10-K' ? text : undefined);
  const classes: NameClass[] = [
    ofCompany('exact name', ({ name }) => name),
    ofCompany('former name', ({ former }) => former),
    ofCompany('ticker', ({ ticker }) => ticker),
    ofCompany('$TICKER', ({ ticker }) => ticker && `$${ticker}`),
    ofCompany('domain', ({ domain }) => domain),
    ofCompany('URL', ({ domain }) => `https://www.${domain}/`),
    ofCompany('legal form changed', ({ name }) => changeForm(name)),
    ofCompany('legal form added', ({ name }) => (short(name) === undefined ? `${name}, Inc.` : undefined)),
    ofCompany('legal form missing', ({ name }) => short(name)),
    ofFiling('accession number', ({ accession }) => accession),
    ofFiling('accession, no dashes', ({ accession }) => accession.replaceAll('-', '')),
    {
      name: 'title of a document',
      first: 1,
      wanted: 0.98,
      questions: pick('title', documents, ({ title }) => title).map(({ text }) => ({
        text,
        right: documents.filter(({ title }) => title === text).map(({ path }) => path),
        index: 'documents',
      })),
    },
    ofCompany('75% of the name', ({ name }) => prefix(name), 3, 0.9),
    ofCompany('one typo', ({ name }) => mistype(name, false), 3, 0.9),
    ofCompany('typo in the first letter', ({ name }) => mistype(name, true), 3, 0.9),
    ofCompany('words joined', ({ name }) => join(name), 3, 0.9),
    ofCompany('word split', ({ name }) => split(name), 3, 0.9),
    ofCompany('name and intent', ({ name, domain }) => {
      return `${short(name) ?? name} ${INTENTS[hash(domain) % INTENTS.length]}`;
    }),
    ofFiling(
      'name and 10-K',
      (filing) => ifAnnual(filing, `${bare(nameOf.get(filing.cik)!)} 10-K`),
      annualOf,
    ),
    ofFiling(
      'name and annual report',
      (filing) => ifAnnual(filing, `latest ${bare(nameOf.get(filing.cik)!)} annual report`),
      annualOf,
    ),
  ];
  return classes.map(onlyClear(companies));
}

/** Leaves out questions that are also the name of another company: `Acme` for `Acme Inc.`, of `ACME`. */
const onlyClear = (companies: Entries['companies']) => {
  const owners = new Map<string, Set<string>>();
  for (const { name, former, path } of companies) {
    for (const key of [name, former].flatMap((each) => (each === undefined ? [] : [companyNameKey(each)]))) {
      owners.set(key, (owners.get(key) ?? new Set()).add(path));
    }
  }
  const isClear = ({ text, right, index }: NameQuestion) => {
    const others = owners.get(companyNameKey(text));
    return index === 'documents' || !others || right.some((path) => others.has(path));
  };
  return (each: NameClass): NameClass => ({ ...each, questions: each.questions.filter(isClear) });
};

function changeForm(name: string): string | undefined {
  const [form, other] = FORMS.find(([each]) => each.test(name)) ?? [];
  return form && other && /\s/.test(name) ? name.replace(form, other) : undefined;
}

/** Returns the name without its legal form; undefined when it has none. */
function short(name: string): string | undefined {
  const [form] = FORMS.find(([each]) => each.test(name)) ?? [];
  const without = form && name.replace(form, '').replace(/[\s,&]+$/, '');
  return without !== undefined && without.length > 1 ? without : undefined;
}

const bare = (name: string) => short(name) ?? name;

const prefix = (name: string) =>
  name.length < 8 ? undefined : name.slice(0, Math.ceil(name.length * 0.75)).trimEnd();

/** Changes one letter of a word of five letters or more: its first letter, or swaps, drops, doubles or replaces another. */
function mistype(name: string, isFirst: boolean): string | undefined {
  const words = [...name.matchAll(/[A-Za-z]{5,}/g)];
  if (words.length === 0) return undefined;
  const { 0: word, index } = words[hash(name) % words.length]!;
  const at = isFirst ? 0 : 1 + (hash(`at ${name}`) % (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const other = [...LETTERS].filter((each) => each !== letter.toLowerCase())[hash(`letter ${name}`) % 25]!;
  const edits = [
    `${before}${other}${after}`,
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${after[0]}${letter}${after.slice(1)}`,
  ];
  const changed = isFirst ? edits[0]! : edits[hash(`edit ${name}`) % edits.length]!;
  if (changed === word) return undefined;
  return name.slice(0, index) + changed + name.slice(index + word.length);
}

/** `Air Lease` becomes `AirLease`. */
function join(name: string): string | undefined {
  const [first, second, ...more] = bare(name).split(' ');
  if (!first || !second || more.length > 0) return undefined;
  return /^[A-Za-z]{3,}$/.test(first) && /^[A-Za-z]{3,}$/.test(second) ? first + second : undefined;
}

/** `Snowflake` becomes `Snow flake`. */
function split(name: string): string | undefined {
  const own = bare(name);
  const middle = Math.ceil(own.length / 2);
  return /^[A-Za-z]{7,}$/.test(own) ? `${own.slice(0, middle)} ${own.slice(middle)}` : undefined;
}
