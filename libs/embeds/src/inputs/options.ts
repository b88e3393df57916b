import { isDate, parseTime } from '@dossier/shared';
import type * as z from 'zod/mini';
import {
  drawings,
  fonts,
  locales,
  longest,
  measures,
  numberForms,
  themes,
  type Drawing,
  type Measure,
} from './choices.ts';
import type { look } from './schemas.ts';
import type { Editorial } from './data.ts';
import { readMarks } from './marks.ts';
import { parseAddress, plainText } from '../text/text.ts';

/** How a widget looks. Unreadable colours are corrected. */
export type Look = z.infer<typeof look>;

/**
 * How a widget is drawn: with a logarithmic scale (`scale`), with lines on an axis that begins near the least value
 * (`baseline`), with values that begin at 100 (`index`), or with columns on top of each other (`stacked`). Further
 * options are a first day (`YYYY-MM-DD`), the first ranks only, a small line in each row, two measures,
 * and notes.
 */
export type Drawn = {
  scale?: 'log';
  baseline?: 'data';
  index?: '100';
  stacked?: 'yes';
  from?: string;
  top?: string;
  sparklines?: 'yes';
  /** What a scatter plot shows from left to right, and upwards. */
  x?: Measure;
  y?: Measure;
  /** Notes in the plot, see `readMarks`. */
  marks?: string;
  highlight?: string;
};

/** The most characters of each option that is a text. */
const lengths = { ...longest, highlight: 200, marks: 600 };
const isText = (name: string): name is keyof typeof lengths => name in lengths;

/** The options that an address may carry: texts of the publisher, and others with few allowed values. */
export type AddressOptions = Look &
  Drawn &
  Editorial & {
    /** Fixed-width UTC text: when the address expires. */
    expires?: string;
    /** The origins whose pages may show the frame; all by default. */
    origins?: readonly string[];
    /** `YYYY-MM-DD`: later values are left out. */
    asOf?: string;
    /** How datasets are drawn, if the subject are datasets. */
    view?: Drawing;
    /** The company or dataset in colour, of several: its slug or its UUID. */
    highlight?: string;
  };
type Name = keyof AddressOptions;

const MAX_ORIGINS = 10;
const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Converts three or six hex digits to six lower-case ones. Returns undefined for other text. */
export function hexColour(text: string): string | undefined {
  const digits = text.toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return digits;
  return /^[0-9a-f]{3}$/.test(digits) ? digits.replace(/./g, '$&$&') : undefined;
}

/**
 * Returns an origin as browsers write it (`https://news.example`, without a default port), or undefined. `*.` matches
 * every subdomain and must precede at least two labels.
 */
export function originOf(text: string): string | undefined {
  const wild = text.startsWith('https://*.') || text.startsWith('http://*.');
  const plain = wild ? text.replace('*.', '') : text;
  const url = parseAddress(plain);
  if (!url) return undefined;
  const { protocol, origin, hostname, pathname, username, password } = url;
  const bare = pathname === '/' && !username && !password && !/[?#]/.test(text);
  if (!/^https?:$/.test(protocol) || !bare || !HOST.test(hostname)) return undefined;
  if (wild && !hostname.includes('.')) return undefined;
  return wild ? origin.replace('//', '//*.') : origin;
}

/** Returns true if an `Origin` header matches one of the origins, which `originOf` returned. */
export function allowsOrigin(origins: readonly string[], origin: string): boolean {
  return origins.some((allowed) => {
    const [scheme, rest] = allowed.split('//*');
    if (rest === undefined) return allowed === origin;
    return origin.startsWith(`${scheme}//`) && origin.endsWith(rest) && originOf(origin) === origin;
  });
}

// A path segment cannot contain slashes, and nearly every origin is https.
const writeOrigin = (origin: string) => origin.replace(/^https:\/\//, '').replace(/^http:\/\//, 'http:');
const readOrigin = (text: string) =>
  originOf(text.startsWith('http:') ? `http://${text.slice(5)}` : `https://${text}`);

const oneOf =
  <T extends string>(list: readonly T[]) =>
  (text: string): T | undefined =>
    list.find((item) => item === text);

const canonical = (read: (text: string) => string | undefined) => (text: string) =>
  read(text) === text ? text : undefined;

// A path segment contains no spaces and few signs, and routers decode percent signs before a signature is verified.
const writeText = (text: string) => Buffer.from(text).toString('base64url');
const readText = (name: keyof typeof lengths) => (written: string) => {
  const text = Buffer.from(written, 'base64url').toString();
  const isSame = text !== '' && plainText(text, lengths[name]) === text && writeText(text) === written;
  return isSame ? text : undefined;
};

/** Parses each option, in the order of the address. */
const readers: { [N in Name]-?: (text: string) => AddressOptions[N] } = {
  theme: oneOf(themes),
  accent: canonical(hexColour),
  background: canonical(hexColour),
  text: canonical(hexColour),
  font: oneOf(fonts),
  locale: oneOf(locales),
  numbers: oneOf(numberForms),
  expires: canonical(parseTime),
  origins: (text) => {
    const origins = text.split(',').map(readOrigin);
    const known = origins.filter((origin) => origin !== undefined);
    return known.length === origins.length && known.length <= MAX_ORIGINS ? known : undefined;
  },
  asOf: (text) => (isDate(text) ? text : undefined),
  scale: oneOf(['log'] as const),
  baseline: oneOf(['data'] as const),
  index: oneOf(['100'] as const),
  stacked: oneOf(['yes'] as const),
  from: (text) => (isDate(text) ? text : undefined),
  title: readText('title'),
  subtitle: readText('subtitle'),
  note: readText('note'),
  byline: readText('byline'),
  source: readText('source'),
  view: oneOf(drawings),
  highlight: readText('highlight'),
  marks: (text) => {
    const marks = readText('marks')(text);
    return marks !== undefined && readMarks(marks) ? marks : undefined;
  },
  x: oneOf(measures),
  y: oneOf(measures),
  sparklines: oneOf(['yes'] as const),
  top: (text) => (/^([1-9]|10)$/.test(text) ? text : undefined),
};
const names = Object.keys(readers) as Name[];

function textOf(name: Name, value: string | readonly string[]): string {
  if (typeof value !== 'string') return value.map(writeOrigin).join(',');
  return isText(name) ? writeText(value) : value;
}

/** Writes the options as one path segment, or `-` for none. @throws TypeError for an invalid value */
export function writeOptions(options: AddressOptions): string {
  const written = names.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    const text = textOf(name, value);
    if (readers[name](text) === undefined) throw new TypeError(`An embed cannot have ${name}=${text}.`);
    return [`${name}=${text}`];
  });
  return written.join(';') || '-';
}

/** Parses the options of a path segment. Returns undefined if it contains anything else. */
export function readOptions(segment: string): AddressOptions | undefined {
  if (segment === '-') return {};
  const entries = segment.split(';').map((part) => {
    const [name, ...value] = part.split('=');
    const known = names.find((one) => one === name);
    return [known, known && readers[known](value.join('='))] as const;
  });
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(entries) as AddressOptions;
}
