import {
  drawWidget,
  hasPicture,
  pagePolicy,
  pinWidget,
  renderPage,
  type Address,
  type Company,
  type PageOptions,
  type Preview,
  type SigningKey,
  type Widget,
  readOptions,
  type AddressKind,
} from '@dossier/embeds';
import { hideDetails, verified, type Parts } from '../../views/embed.ts';
import { Answer } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';
import { compressedOnce, renderedOnce } from './rendered-pages.ts';
import { showsOwn } from './widgets/datasets.ts';
import { readWidget } from './widgets/index.ts';
import { fail } from '@dossier/shared';
import { findSavedEmbed, type SavedVersionRow } from '@dossier/store';

/** Half of the preview's size in pixels. Drawn at this size, its letters can be read on a phone. */
export const SOCIAL = { width: 600, height: 315 };
/** The pixels of a PNG for each one of the drawing. */
export const DENSITY = 2;
/** The size in which social networks show previews, in pixels. */
const SOCIAL_SIZE = { width: SOCIAL.width * DENSITY, height: SOCIAL.height * DENSITY };

const HOUR_S = 3600;
/** A saved embed that is changed or unpublished, or an own table that is deleted, is so everywhere within this time. */
const MINUTE_S = 60;
/** Caches may serve a stale page for this long while they revalidate it, so embeds load at once. */
const STALE_S = 86_400;

/** A valid signed address, what it leads to, and its widget. */
export type Signed = {
  /** The address as it was signed, its path, and the key that signed it. */
  named: Address;
  path: string;
  key: SigningKey;
  /** That of the current version of a saved embed. `isOwn` means that it shows a column of an own table. */
  address: Address & { isSaved?: true; isOwn?: boolean };
  widget: Widget;
};

/** Returns the page of a signed address. */
export async function frame(context: Context, parts: Parts): Promise<Answer<string>> {
  const { address, path, widget } = await signed(context, parts);
  const { publicUrl, scripts, brand, pages } = context;
  const script = scripts?.pages.get(widget.kind);
  const { origins, ...look } = address.options;
  const preview = previewOf(context, { address, path, widget });
  const options: PageOptions = {
    look,
    address: publicUrl + path,
    oembedUrl: `${publicUrl}/oembed`,
    iconUrl: `${publicUrl}/embeds/icon.svg`,
    ...(brand && { brand }),
    ...(preview && { preview }),
    ...(script && { clientUrl: `${publicUrl}/embeds/${script.name}` }),
  };
  const page = await renderedOnce(pages, { widget, options }, () => renderPage(widget, options));
  const policy = pagePolicy(widget.kind, { look, origins });
  return new Answer(page, {
    headers: { ...cacheHeaders(context, address), 'Content-Security-Policy': policy },
    brotli: compressedOnce(pages, page),
  });
}

/**
 * Returns the picture that previews of links show, or undefined for a widget that is bound to origins: a preview would
 * show it everywhere else.
 */
export const previewOf = (
  { publicUrl }: Context,
  { address, path, widget }: Pick<Signed, 'address' | 'path' | 'widget'>,
): Preview | undefined =>
  address.options.origins === undefined && hasPicture(widget.kind)
    ? { url: `${publicUrl}${path}.social.png`, ...SOCIAL_SIZE }
    : undefined;

/** Reads a signed address and its widget. @throws 404, and 410 for a saved embed that is not published */
export async function signed(context: Context, parts: Parts): Promise<Signed> {
  const { address: named, ...signing } = await verified(context, parts);
  const address = named.kind === 'saved' ? await readSaved(context, named) : named;
  const isOwn = await showsOwn(context.db, address);
  return { ...signing, named, address: { ...address, isOwn }, widget: await widgetOf(context, address) };
}

/** Reads the widget of an address, with the options of the address. @throws 404 */
export async function widgetOf(context: Context, address: Address): Promise<Widget> {
  const { asOf } = address.options;
  const widget = withOwnLogos(await readWidget(context.db, address).catch(hideDetails), context);
  return drawWidget(asOf === undefined ? widget : pinWidget(widget, asOf), address.options);
}

/**
 * Returns a widget whose logos are paths of this service. Leaves out a logo on another host, because that host would learn
 * who reads the embed.
 */
function withOwnLogos({ kind, data }: Widget, { publicUrl }: Context): Widget {
  const { origin } = new URL(publicUrl);
  const ownLogo = (company: Company): Company => {
    const { logoUrl } = company;
    return { ...company, logoUrl: logoUrl?.startsWith(`${origin}/`) ? logoUrl.slice(origin.length) : null };
  };
  const own = {
    ...data,
    ...('company' in data && { company: ownLogo(data.company) }),
    ...('companies' in data && {
      companies: data.companies.map((one) => ({ ...one, company: ownLogo(one.company) })),
    }),
  };
  return { kind, data: own } as Widget;
}

/** Returns the seconds until an address expires, and the seconds for which caches may store its responses. */
export function freshness({ clock }: Context, { options: { expires }, isSaved, isOwn }: Signed['address']) {
  const left =
    expires === undefined ? Infinity : Math.floor((Date.parse(expires) - clock().getTime()) / 1000);
  return { left, fresh: Math.min(isSaved || isOwn ? MINUTE_S : HOUR_S, left) };
}

export function cacheHeaders(context: Context, address: Signed['address']): { 'Cache-Control': string } {
  const { left, fresh } = freshness(context, address);
  const stale = address.isSaved || address.isOwn ? 0 : Math.min(STALE_S, left - fresh);
  return {
    'Cache-Control': `public, max-age=${fresh}${stale > 0 ? `, stale-while-revalidate=${stale}` : ''}`,
  };
}

/** Returns the address that a version leads to. */
const addressOf = ({ kind, subject, look }: SavedVersionRow): Address => ({
  kind: kind as AddressKind,
  subject,
  options: readOptions(look) ?? {},
});

/**
 * Reads the address that a saved embed leads to, pinned to the day of its citation.
 * @throws 404 for an unknown or expired one, 410 for one that is not published
 */
async function readSaved(
  { db, clock }: Context,
  { subject: id, options: { asOf } }: Address,
): Promise<Address & { isSaved: true }> {
  const found = await findSavedEmbed(db, id);
  if (!found) throw fail('not_found');
  if (found.unpublished_at !== null) throw fail('embed_unpublished');
  const address = addressOf(found.current);
  const { expires } = address.options;
  if (expires !== undefined && Date.parse(expires) <= clock().getTime()) throw fail('not_found');
  const isEarlier = asOf !== undefined && asOf < (address.options.asOf ?? '~');
  return { ...address, options: { ...address.options, ...(isEarlier && { asOf }) }, isSaved: true };
}
