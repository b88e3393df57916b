import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Locale, Theme } from '../inputs/choices.ts';
import { themeOf } from '../chart/look.ts';
import { readOptions, writeOptions, type AddressOptions } from '../inputs/options.ts';
import { kinds } from '../widgets/index.ts';

/**
 * What an address can lead to: a widget, or what the API makes: a saved embed, which leads to a widget, the PDF of a document,
 * or a file of a snapshot.
 */
export const addressKinds = [...kinds, 'saved', 'document-pdf', 'snapshot-file'] as const;
export type AddressKind = (typeof addressKinds)[number];

/** `id` is part of the address; `secret` has at least 16 characters. */
export type SigningKey = { id: string; secret: string };
/** `subject` is a slug or a UUID, of letters, digits, hyphens and underscores, or up to ten slugs joined by `~`. */
export type Address = { kind: AddressKind; subject: string; options: AddressOptions };

/** A slug or a UUID, or several slugs joined by `~`. */
const SUBJECT = /^[\p{L}\p{M}\p{N}_-]{1,200}(~[\p{L}\p{M}\p{N}_-]{1,200}){0,9}$/u;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const MIN_SECRET = 16;
/** 128 bits. */
const SIGNATURE_BYTES = 16;

const isOneOf = <T extends string>(list: readonly T[], text: string | undefined): text is T =>
  list.some((item) => item === text);

/** Signs the whole path before the signature, including the key's id. */
function sign(unsigned: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(unsigned).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString('base64url');
}

const unsignedPath = ({ kind, subject, options }: Address, keyId: string) =>
  `/embeds/${kind}/${encodeURIComponent(subject)}/${writeOptions(options)}/${keyId}`;

/**
 * Returns the signed path of an embed's page: `/embeds/<kind>/<subject>/<options or ->/<key id>.<signature>`.
 * @throws TypeError for an invalid subject, option, key id or secret
 */
export function signAddress(address: Address, key: SigningKey): string {
  if (!SUBJECT.test(address.subject))
    throw new TypeError('The subject of an embed must be a slug or a UUID.');
  if (!KEY_ID.test(key.id)) {
    throw new TypeError('The id of a signing key must be 1 to 32 letters, digits, hyphens or underscores.');
  }
  if (key.secret.length < MIN_SECRET) {
    throw new TypeError(`The secret of a signing key must have at least ${MIN_SECRET} characters.`);
  }
  const path = unsignedPath(address, key.id);
  return `${path}.${sign(path, key.secret)}`;
}

/**
 * Reads a signed path. Returns undefined if it has expired at the time `now`, or if none of the keys signed exactly
 * this text: each address has one spelling.
 */
export function verifyAddress(path: string, keys: readonly SigningKey[], now: Date): Address | undefined {
  const [empty, root, kind, encoded, optionText, signed, ...more] = path.split('/');
  if (empty !== '' || root !== 'embeds' || more.length > 0 || !isOneOf(addressKinds, kind)) return undefined;
  const subject = decode(encoded ?? '');
  const options = readOptions(optionText ?? '');
  const keyId = (signed ?? '').split('.')[0]!;
  const key = keys.find((candidate) => candidate.id === keyId);
  if (subject === undefined || !SUBJECT.test(subject) || !options || !key) return undefined;
  const address: Address = { kind, subject, options };
  const expected = Buffer.from(signAddress(address, key));
  const given = Buffer.from(path);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { expires } = options;
  return expires !== undefined && Date.parse(expires) <= now.getTime() ? undefined : address;
}

/** Returns the options of an address, whether or not its signature is valid. */
const optionsOfPath = (path: string) => readOptions(path.split('/')[4] ?? '-') ?? {};

/** Returns the theme that an address requests, whether or not its signature is valid. */
export const themeOfPath = (path: string): Theme => themeOf(optionsOfPath(path));

/** Returns the language that an address requests, whether or not its signature is valid. */
export const localeOfPath = (path: string): Locale => optionsOfPath(path).locale ?? 'en';

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
