import {
  escapeMarkup,
  fittingSize,
  iframeMarkup,
  leastHeight,
  signAddress,
  smallerKinds,
  titleOfWidget,
  type AddressKind,
} from '@dossier/embeds';
import { fail } from '@dossier/shared';
import type { z } from 'zod';
import { Answer } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';
import type { getOembed } from './contract.ts';
import type { Parts } from '../../views/embed.ts';
import { cacheHeaders, freshness, previewOf, signed, widgetOf, type Signed } from './frame.ts';

type Input = z.output<(typeof getOembed)['input']>;

/**
 * Returns an oEmbed response: the iframe of an embed, or what fits in the requested size instead. A signed address needs
 * no credential, so an invalid one is a 404, never a 401.
 * @throws 404 for an invalid address or one of another service, 501 for a format other than json and xml
 */
export async function oembed(
  context: Context,
  { url, maxwidth = Infinity, maxheight = Infinity, format }: Input,
): Promise<Answer<Uint8Array>> {
  if (format !== 'json' && format !== 'xml') throw fail('oembed_format', { format });
  const { publicUrl, brand } = context;
  const found = await signed(context, partsOf(url, publicUrl));
  const { address, widget } = found;
  const title = titleOfWidget(widget, address.options.locale);
  const preview = previewOf(context, found);
  const answer = {
    version: '1.0',
    title,
    provider_name: brand?.name ?? 'Dossier',
    provider_url: brand?.url ?? publicUrl,
    cache_age: freshness(context, address).fresh,
    ...(await contentOf(context, found, { title, maxwidth, maxheight })),
    ...(preview && {
      thumbnail_url: preview.url,
      thumbnail_width: preview.width,
      thumbnail_height: preview.height,
    }),
  };
  const [body, type] =
    format === 'json' ? [JSON.stringify(answer), 'application/json'] : [xmlOf(answer), 'text/xml'];
  return new Answer(new TextEncoder().encode(body), {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Access-Control-Allow-Origin': '*',
      ...cacheHeaders(context, address),
    },
  });
}

/**
 * Returns the embed as an iframe, or a smaller form of its company that the height has room for. Otherwise returns its
 * picture, or the title alone of an embed that is bound to origins: a chart is never cut.
 */
async function contentOf(
  context: Context,
  found: Signed,
  { title, maxwidth, maxheight }: { title: string; maxwidth: number; maxheight: number },
): Promise<Record<string, string | number>> {
  // Another form has an address of its own, which would outlive the saved embed.
  const smaller = found.address.isSaved ? [] : smallerKinds(found.widget.kind);
  for (const kind of [found.address.kind, ...smaller]) {
    const { widget, path } = kind === found.address.kind ? found : await asKind(context, found, kind);
    const { width, height } = fittingSize(widget, maxwidth);
    if (leastHeight(widget, maxwidth) > maxheight) continue;
    const size = { width, height: Math.min(height, maxheight) };
    return { type: 'rich', html: iframeMarkup({ src: context.publicUrl + path, title, ...size }), ...size };
  }
  const picture = previewOf(context, found);
  if (!picture) return { type: 'link' };
  const share = Math.min(1, maxwidth / picture.width, maxheight / picture.height);
  const [width, height] = [picture.width, picture.height].map((pixels) =>
    Math.max(1, Math.floor(pixels * share)),
  );
  return { type: 'photo', url: picture.url, width: width!, height: height! };
}

/** Returns an embed in another form, with the options and the key of its address. */
async function asKind(
  context: Context,
  { address, key }: Signed,
  kind: AddressKind,
): Promise<Pick<Signed, 'widget' | 'path'>> {
  const other = { ...address, kind };
  return { widget: await widgetOf(context, other), path: signAddress(other, key) };
}

/** Parses a page's address without query and fragment. @throws 404 for an address of another service */
export function partsOf(url: string, publicUrl: string): Parts {
  const root = `${publicUrl}/embeds/`;
  const [kind, subject, look, signature, ...more] = url
    .slice(root.length)
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
    .split('/')
    .map(decoded);
  if (!url.startsWith(root) || more.length > 0) throw fail('not_found');
  if (kind === undefined || subject === undefined || look === undefined || signature === undefined) {
    throw fail('not_found');
  }
  return { kind, subject, look, signature };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Writes a response as XML. XML 1.0 cannot contain U+FFFE and U+FFFF, even escaped. */
const xmlOf = (answer: Record<string, string | number>) =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${Object.entries(answer)
    .map(
      ([name, value]) => `<${name}>${escapeMarkup(String(value).replace(/[\ufffe\uffff]/g, ''))}</${name}>`,
    )
    .join('')}</oembed>\n`;
