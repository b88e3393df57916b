import { escapeMarkup, fittingSize, iframeMarkup, titleOfWidget } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import type { z } from 'zod';
import { Answer } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';
import type { getOembed } from './contract.ts';
import { cacheHeaders, freshness, previewOf, signed } from './frame.ts';
import type { Parts } from '../../views/embed.ts';

type Input = z.output<(typeof getOembed)['input']>;

/**
 * Returns an oEmbed response of type rich: the iframe of an embed, no larger than requested. A signed address needs no
 * credential, so an invalid one is a 404, never a 401.
 * @throws 404 for an invalid address or one of another service, 501 for a format other than json and xml
 */
export async function oembed(
  context: Context,
  { url, maxwidth = Infinity, maxheight = Infinity, format }: Input,
): Promise<Answer<Uint8Array>> {
  if (format !== 'json' && format !== 'xml') throw fail('oembed_format', { format });
  const { publicUrl, brand } = context;
  const found = await signed(context, partsOf(url, publicUrl));
  const { address, path, widget } = found;
  const fitting = fittingSize(widget, maxwidth);
  const { width } = fitting;
  const height = Math.min(fitting.height, maxheight);
  const title = titleOfWidget(widget, address.options.locale);
  const preview = previewOf(context, found);
  const answer = {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: brand?.name ?? 'Dossier',
    provider_url: brand?.url ?? publicUrl,
    cache_age: freshness(context, address).fresh,
    html: iframeMarkup({ src: publicUrl + path, title, width, height }),
    width,
    height,
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
