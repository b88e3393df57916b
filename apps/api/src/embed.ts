import { iframeMarkup, signAddress, usualSize, verifyAddress, type Address } from '@dossier/embeds';
import { ApiError, fail, like, wholeNumber, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import type { Context } from './services.ts';

// What all embeds share: an answer with an iframe to paste, and the signed address inside of it.

const MAX_PIXELS = 4000;

const pixels = (usual: number) =>
  wholeNumber(1, MAX_PIXELS).default(usual).meta({ description: 'Of the iframe, in pixels' });

/** The fields for the size of an iframe. */
export function sizeFields(kind: Address['kind']) {
  const { height, width } = usualSize(kind);
  return { height: pixels(height), width: pixels(width) };
}

/** A success: the markup to paste. */
export const embedAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    embed_html: like(
      '<iframe title="Stripe: valuation chart" src="https://dossier.example/embeds/…"></iframe>',
    ),
  }),
});

/** A part of an address. */
export const part = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

/** The last parts of a signed address. */
export const signedParts = {
  options: part('How it looks', '-'),
  signature: part('Of this address; the answer of an embed holds it', 'AAAAAAAAAAAAAAAAAAAAAA'),
};

/** The end of the description of what stands behind a signature. */
export const SIGNED_NOTE =
  'Its address is signed and needs no key: take it from the answer of an embed. A changed one is a 404.';

/**
 * What a signed address leads to needs no key. All that an embed is stands in its path: parameters that others add to
 * the address are passed over.
 */
export const behindSignature = {
  method: 'GET' as const,
  tag: 'Embeds',
  access: 'public' as const,
  input: z.object({}),
  errors: ['not_found'] satisfies ErrorCode[],
  errorStyle: 'page' as const,
  isToldByAnswers: true,
};

/** A success: the iframe around a signed address. */
export async function embed(
  { publicUrl, signingKeys }: Context,
  { title, ...address }: Address & { title: string },
  { width, height }: { width: number; height: number },
): Promise<z.input<typeof embedAnswer>> {
  const [key] = await signingKeys();
  if (!key) throw new Error('There is no key to sign embed addresses with.');
  const src = publicUrl + signAddress(address, key);
  return { status: 'success', data: { embed_html: iframeMarkup({ src, title, width, height }) } };
}

/**
 * What a signed address says, and its path as it was signed. A signature that is not ours, a revoked key and an
 * address that has expired all look like an address that is not there.
 * @throws 404
 */
export async function verified(
  { signingKeys, clock }: Context,
  {
    kind,
    subject,
    options,
    signature,
  }: { kind: string; subject: string; options: string; signature: string },
): Promise<{ address: Address; path: string }> {
  const path = `/embeds/${kind}/${encodeURIComponent(subject)}/${options}/${signature}`;
  const address = verifyAddress(path, await signingKeys(), clock());
  if (!address) throw fail('not_found');
  return { address, path };
}

/** Not the message for partners: it would tell a stranger what was looked for. */
export function tellNothing(error: unknown): never {
  throw error instanceof ApiError && error.status === 404 ? fail('not_found') : error;
}
