import { createHash } from 'node:crypto';
import {
  allowsOrigin,
  alternativeText,
  picturePolicy,
  renderPicture,
  titleOfWidget,
  widgetCsv,
  type PictureSize,
} from '@dossier/embeds';
import { ApiError, fail } from '@dossier/shared';
import type { z } from 'zod';
import { Answer } from '../../http/endpoint.ts';
import { renderPdf } from '../../files/pdf.ts';
import { renderPng } from '../../files/png.ts';
import type { Context } from '../../services.ts';
import type { getFrameJson } from './contract.ts';
import { cacheHeaders, DENSITY, signed, SOCIAL, type Signed } from './frame.ts';
import type { Parts } from '../../views/embed.ts';

/** The picture's size in pixels. Its height depends on the contents. */
const SIZE = { width: 800 };

/** Returns the data of an embed in the shape that its custom element reads. */
export async function json(context: Context, parts: Parts) {
  const found = await signed(context, parts).catch(readableByAll);
  const { kind, data } = found.widget;
  const { theme, accent, background, text, font, locale, numbers } = found.address.options;
  const body: z.input<(typeof getFrameJson)['output'][200]> = {
    kind,
    title: titleOfWidget(found.widget, locale),
    data,
    look: { theme, accent, background, text, font, locale, numbers },
    ...(context.brand && { brand: context.brand }),
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

/** Returns the picture of an embed as SVG. @throws 404 for a widget without a picture */
export async function picture(context: Context, parts: Parts): Promise<Answer<string>> {
  const found = await signed(context, parts);
  const { origins, ...look } = found.address.options;
  return new Answer(drawn(context, found, SIZE), {
    headers: {
      ...headersOf(context, found),
      'Content-Security-Policy': picturePolicy(look, origins),
    },
  });
}

/** Returns the picture of an embed as PNG, twice as large as the SVG. @throws 404 for a widget without a picture */
export const png = (context: Context, parts: Parts) => pngOf(context, parts, SIZE);

/** Returns the picture of an embed as PNG, as large as the SVG. @throws 404 for a widget without a picture */
export const smallPng = (context: Context, parts: Parts) => pngOf(context, parts, SIZE, 1);

/** Returns the picture for previews of links: 1200 by 630 pixels. @throws 404 for a widget without a picture */
export const socialPng = (context: Context, parts: Parts) => pngOf(context, parts, SOCIAL);

/** Returns the picture of an embed as PDF, as large as the SVG. @throws 404 for a widget without a picture */
export async function pdf(context: Context, parts: Parts): Promise<Answer<Uint8Array>> {
  const found = await signed(context, parts);
  const { widget, address } = found;
  const svg = drawn(context, found, SIZE);
  const { locale = 'en' } = address.options;
  const about = {
    title: titleOfWidget(widget, locale),
    alt: alternativeText(widget, address.options),
    language: locale,
  };
  const make = async function* () {
    yield await renderPdf(svg, about);
  };
  return new Answer(await context.pngs.get(keyOf('pdf', svg), make), { headers: headersOf(context, found) });
}

const keyOf = (form: string | number, svg: string) =>
  `${form} ${createHash('sha256').update(svg).digest('base64')}`;

async function pngOf(
  context: Context,
  parts: Parts,
  size: PictureSize,
  density = DENSITY,
): Promise<Answer<Uint8Array>> {
  const found = await signed(context, parts);
  const svg = drawn(context, found, size);
  const make = async function* () {
    yield await renderPng(svg, density);
  };
  return new Answer(await context.pngs.get(keyOf(density, svg), make), {
    headers: headersOf(context, found),
  });
}

function drawn({ brand }: Context, { widget, address }: Signed, size: PictureSize): string {
  const svg = renderPicture(widget, size, { look: address.options, ...(brand && { brand: brand.name }) });
  if (svg === undefined) throw fail('not_found');
  return svg;
}

/** Lets the script of any page read that an address is not valid, so that an element can say so. */
function readableByAll(error: unknown): never {
  if (error instanceof ApiError) error.headers['Access-Control-Allow-Origin'] = '*';
  throw error;
}

/** Allows pages that may show the embed to read its data: all pages, or those of its origins. */
function headersOf(context: Context, { address }: Signed): Record<string, string> {
  const { origins } = address.options;
  const cache = cacheHeaders(context, address);
  if (origins === undefined) return { ...cache, 'Access-Control-Allow-Origin': '*' };
  const { origin } = context.headers;
  const known = origin !== undefined && allowsOrigin(origins, origin);
  return {
    ...cache,
    // Otherwise any page could show it in an <img>. Pages of the origins request it with `crossorigin`.
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Origin, Accept-Encoding',
    ...(known && { 'Access-Control-Allow-Origin': origin }),
  };
}
