import {
  iframeMarkup,
  signAddress,
  usualSize,
  verifyAddress,
  type Address,
  type SigningKey,
} from '@dossier/embeds';
import { ApiError, fail, textLike, wholeNumber, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import { Answer } from '../http/endpoint.ts';
import type { Context } from '../services.ts';

// What all embeds share: a response with an iframe to paste, and the signed address inside it.

const MAX_PIXELS = 4000;

const pixels = (usual: number) =>
  wholeNumber(1, MAX_PIXELS).default(usual).meta({ description: 'Size of the iframe, in pixels' });

/** Returns the request fields for the size of an iframe. */
export function sizeFields(kind: Address['kind']) {
  const { height, width } = usualSize(kind);
  return { height: pixels(height), width: pixels(width) };
}

/** The response of an embed: the iframe to paste. */
export const embedAnswer = z.object({
  status: z.literal('success').describe('Always `success`'),
  data: z
    .object({
      embed_html: textLike(
        '<iframe title="Stripe: valuation chart" src="https://dossier.example/embeds/…"></iframe>',
      ).describe('The HTML to paste into a page'),
    })
    .describe('The embed'),
});

/** Returns a path parameter of an address. */
export const part = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

/** The last path parameters of a signed address. None is named `options`, because generated clients use that name. */
export const signedParts = {
  look: part('The options of the embed, or `-` without any', '-'),
  signature: part(
    'The signature of this address, from the response of an embed operation',
    'AAAAAAAAAAAAAAAAAAAAAA',
  ),
};

/** Ends the description of every endpoint with a signed address. */
export const SIGNED_NOTE =
  'The address is signed and needs no key: take it from the response of an embed operation. A changed address is a 404.';

/**
 * The fields that endpoints with a signed address share. They need no key. The path contains every option of the embed,
 * so query parameters that others add are ignored.
 */
export const behindSignature = {
  method: 'GET' as const,
  tag: 'Embeds',
  access: 'public' as const,
  input: z.object({}),
  errors: ['not_found'] satisfies ErrorCode[],
  errorStyle: 'page' as const,
  isUnguessable: true,
};

/** Signs an address and returns its iframe. */
export async function embed(
  { publicUrl, signingKeys }: Context,
  { title, ...address }: Address & { title: string },
  { width, height }: { width: number; height: number },
): Promise<z.input<typeof embedAnswer>> {
  const [key] = await signingKeys();
  if (!key) throw new Error('No key exists to sign embed addresses with.');
  const src = publicUrl + signAddress(address, key);
  return {
    status: 'success',
    data: { embed_html: iframeMarkup({ src, title: address.options.title ?? title, width, height }) },
  };
}

/** The parameters of the path of a signed address. */
export type Parts = { kind: string; subject: string; look: string; signature: string };

const pathOf = ({ kind, subject, look, signature }: Parts): string =>
  `/embeds/${kind}/${encodeURIComponent(subject)}/${look}/${signature}`;

/**
 * Returns a handler that redirects other spellings of a signed address, so that caches and search engines see one.
 * @param ending what follows the signed path
 */
export const inOneSpelling =
  <T>(handle: (context: Context, parts: Parts) => Promise<T>, ending = '') =>
  async (context: Context, parts: Parts): Promise<T | Answer<null>> => {
    const answer = await handle(context, parts);
    const url = new URL(`${context.publicUrl}${pathOf(parts)}${ending}`);
    const base = new URL(context.publicUrl).pathname.replace(/\/$/, '');
    if (url.pathname === base + context.path) return answer;
    return new Answer(null, { status: 301, headers: { Location: url.href } });
  };

/**
 * Verifies a signed address and returns it with its path and its key as it was signed. An invalid signature, a revoked key and an
 * expired address all return the same 404 as an unknown address.
 * @throws 404
 */
export async function verified(
  { signingKeys, clock }: Context,
  parts: Parts,
): Promise<{ address: Address; path: string; key: SigningKey }> {
  const path = pathOf(parts);
  const keys = await signingKeys();
  const address = verifyAddress(path, keys, clock());
  const key = keys.find(({ id }) => id === parts.signature.split('.')[0]);
  if (!address || !key) throw fail('not_found');
  return { address, path, key };
}

/** Replaces a detailed 404, which would reveal to strangers what the address contains. */
export function hideDetails(error: unknown): never {
  throw error instanceof ApiError && error.status === 404 ? fail('not_found') : error;
}
