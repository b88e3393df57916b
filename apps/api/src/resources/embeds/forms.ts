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

/** Pixels; the height follows from what the picture holds. */
const WIDTH = 800;

/** The data of an embed, as its element takes them. */
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

/** The values of an embed. @throws 404 for a kind without any */
export async function csv(context: Context, parts: Parts): Promise<Answer<string>> {
  const found = await signed(context, parts);
  const text = widgetCsv(found.widget);
  if (text === undefined) throw fail('not_found');
  // Slugs may be of any script, headers may not.
  const name = `${found.address.subject}.csv`;
  const disposition = `attachment; filename="values.csv"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Answer(text, {
    headers: { ...headersOf(context, found), 'Content-Disposition': disposition },
  });
}

/** The picture of a chart. @throws 404 for a kind without one */
export async function picture(context: Context, parts: Parts): Promise<Answer<string>> {
  const found = await signed(context, parts);
  const { widget, address } = found;
  if (widget.kind !== 'valuation-chart' && widget.kind !== 'dataset-chart') throw fail('not_found');
  const { origins, ...look } = address.options;
  return new Answer(renderPicture(widget, { width: WIDTH }, look), {
    headers: {
      ...headersOf(context, found),
      'Content-Security-Policy': picturePolicy(look, origins),
    },
  });
}

/** Pages of everybody may read what everybody's pages may show; else those of the origins that may show it. */
function headersOf(context: Context, { address }: Signed): Record<string, string> {
  const { origins } = address.options;
  const cache = cacheHeaders(context, address);
  if (origins === undefined) return { ...cache, 'Access-Control-Allow-Origin': '*' };
  const { origin } = context;
  const known = origin !== undefined && allowsOrigin(origins, origin);
  return {
    ...cache,
    // Else a page of any origin could still show it as an <img>; those of the origins ask with `crossorigin`.
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Origin',
    ...(known && { 'Access-Control-Allow-Origin': origin }),
  };
}
