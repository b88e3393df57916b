import { createHmac, timingSafeEqual } from 'node:crypto';
import { addressKinds, type AddressKind } from './data.ts';
import { readOptions, writeOptions, type AddressOptions } from './options.ts';

/** `id` is written into the address; `secret` is at least 16 characters long. */
export type SigningKey = { id: string; secret: string };
/** `subject` is a slug or a UUID: letters, digits, hyphens and underscores. */
export type Address = { kind: AddressKind; subject: string; options: AddressOptions };

const SUBJECT = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const LEAST_SECRET = 16;
/** 128 bits. */
const SIGNATURE_BYTES = 16;

const isOneOf = <T extends string>(list: readonly T[], text: string | undefined): text is T =>
  list.some((item) => item === text);

/** The signature covers the whole path before it, the key's id included. */
function sign(unsigned: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(unsigned).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString('base64url');
}

const unsignedPath = ({ kind, subject, options }: Address, keyId: string) =>
  `/embeds/${kind}/${encodeURIComponent(subject)}/${writeOptions(options)}/${keyId}`;

/**
 * The signed path of an embed's page: `/embeds/<kind>/<subject>/<options or ->/<key id>.<signature>`.
 * @throws TypeError for a subject, an option, a key id or a secret that no address can have.
 */
export function signAddress(address: Address, key: SigningKey): string {
  if (!SUBJECT.test(address.subject))
    throw new TypeError('The subject of an embed must be a slug or a UUID.');
  if (!KEY_ID.test(key.id)) {
    throw new TypeError('The id of a signing key must be 1 to 32 letters, digits, hyphens or underscores.');
  }
  if (key.secret.length < LEAST_SECRET) {
    throw new TypeError(`The secret of a signing key must have at least ${LEAST_SECRET} characters.`);
  }
  const path = unsignedPath(address, key.id);
  return `${path}.${sign(path, key.secret)}`;
}

/**
 * What a signed path stands for at the time `now`, or undefined when it has expired or was not signed by one of the
 * keys exactly as it is written: there is one spelling of each address.
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

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
