import { isDate, parseTime } from '@dossier/shared';
import { fonts, themes, type Font, type Theme } from './data.ts';
import { parseAddress } from './text.ts';

/** How a widget looks. Colours are six lower-case hex digits; what cannot be read is corrected. */
export type Look = { theme?: Theme; accent?: string; background?: string; text?: string; font?: Font };

/** The options that an address may carry, each with its few allowed values. */
export type AddressOptions = Look & {
  /** Fixed-width UTC text: from then on the address is none. */
  expires?: string;
  /** The origins whose pages may hold the frame; without them all may. */
  origins?: readonly string[];
  /** `YYYY-MM-DD`: later values are left out. */
  asOf?: string;
};
type Name = keyof AddressOptions;

const MOST_ORIGINS = 10;
const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Six lower-case hex digits of three or six of any case, or undefined. */
export function hexColour(text: string): string | undefined {
  const digits = text.toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return digits;
  return /^[0-9a-f]{3}$/.test(digits) ? digits.replace(/./g, '$&$&') : undefined;
}

/**
 * An origin as browsers write it (`https://news.example`, without the port of its scheme), or undefined. In the
 * place of a subdomain a `*.` stands for all of them, before two labels at least.
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

/** Whether an origin, as a browser sends it, is one of those that `originOf` has given. */
export function allowsOrigin(origins: readonly string[], origin: string): boolean {
  return origins.some((allowed) => {
    const [scheme, rest] = allowed.split('//*');
    if (rest === undefined) return allowed === origin;
    return origin.startsWith(`${scheme}//`) && origin.endsWith(rest) && originOf(origin) === origin;
  });
}

// An address has no slashes to spare, and nearly every origin is https.
const writeOrigin = (origin: string) => origin.replace(/^https:\/\//, '').replace(/^http:\/\//, 'http:');
const readOrigin = (text: string) =>
  originOf(text.startsWith('http:') ? `http://${text.slice(5)}` : `https://${text}`);

const oneOf =
  <T extends string>(list: readonly T[]) =>
  (text: string): T | undefined =>
    list.find((item) => item === text);

const canonical = (read: (text: string) => string | undefined) => (text: string) =>
  read(text) === text ? text : undefined;

/** Each option's way out of the address, in the order in which an address has them. */
const readers: { [N in Name]-?: (text: string) => AddressOptions[N] } = {
  theme: oneOf(themes),
  accent: canonical(hexColour),
  background: canonical(hexColour),
  text: canonical(hexColour),
  font: oneOf(fonts),
  expires: canonical(parseTime),
  origins: (text) => {
    const origins = text.split(',').map(readOrigin);
    const known = origins.filter((origin) => origin !== undefined);
    return known.length === origins.length && known.length <= MOST_ORIGINS ? known : undefined;
  },
  asOf: (text) => (isDate(text) ? text : undefined),
};
const names = Object.keys(readers) as Name[];

const textOf = (value: string | readonly string[]) =>
  typeof value === 'string' ? value : value.map(writeOrigin).join(',');

/** The options as one segment of a path; `-` when there are none. @throws TypeError for a value that is not allowed */
export function writeOptions(options: AddressOptions): string {
  const written = names.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    const text = textOf(value);
    if (readers[name](text) === undefined) throw new TypeError(`An embed cannot have ${name}=${text}.`);
    return [`${name}=${text}`];
  });
  return written.join(';') || '-';
}

/** The options of a segment, or undefined when it holds anything else. */
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
