import {
  allowsOrigin,
  picturePolicy,
  renderPicture,
  titleOfWidget,
  widgetCsv,
  type Kind,
} from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';
import { cacheHeaders, signed, type Parts, type Signed } from './frame.ts';

/** The picture's width in pixels. Its height depends on the contents. */
const WIDTH = 800;

/** Returns the data of an embed in the shape that its custom element reads. */
export async function json(context: Context, parts: Parts) {
  const found = await signed(context, parts);
  const { kind, data } = found.widget;
  const body: { kind: Kind; title: string; data: Record<string, unknown> } = {
    kind,
    title: titleOfWidget(found.widget),
    data,
  };
  return new Answer(body, { headers: headersOf(context, found) });
}

/** Returns the values of an embed as CSV. @throws 404 for a widget without values */
export async function csv(context: Context, parts: Parts): Promise<Answer<string>> {
  const found = await signed(context, parts);
  const text = widgetCsv(found.widget);
  if (text === undefined) throw fail('not_found');
  // A slug may be in any script; a header is limited to Latin-1.
  const name = `${found.address.subject}.csv`;
  const disposition = `attachment; filename="values.csv"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Answer(text, {
    headers: { ...headersOf(context, found), 'Content-Disposition': disposition },
  });
}

/** Returns the picture of a chart. @throws 404 for a widget without a picture */
export async function picture(context: Context, parts: Parts): Promise<Answer<string>> {
  const found = await signed(context, parts);
  const { widget, address } = found;
  const { origins, ...look } = address.options;
  const svg = renderPicture(widget, { width: WIDTH }, look);
  if (svg === undefined) throw fail('not_found');
  return new Answer(svg, {
    headers: {
      ...headersOf(context, found),
      'Content-Security-Policy': picturePolicy(look, origins),
    },
  });
}

/** Allows pages that may show the embed to read its data: all pages, or those of its origins. */
function headersOf(context: Context, { address }: Signed): Record<string, string> {
  const { origins } = address.options;
  const cache = cacheHeaders(context, address);
  if (origins === undefined) return { ...cache, 'Access-Control-Allow-Origin': '*' };
  const { origin } = context;
  const known = origin !== undefined && allowsOrigin(origins, origin);
  return {
    ...cache,
    // Otherwise any page could show it in an <img>. Pages of the origins request it with `crossorigin`.
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Origin',
    ...(known && { 'Access-Control-Allow-Origin': origin }),
  };
}
