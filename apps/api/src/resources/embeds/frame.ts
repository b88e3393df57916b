import { pagePolicy, pinWidget, renderPage, type Address, type Widget } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { tellNothing, verified } from '../../embed.ts';
import { Answer } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';
import { readChart, readSummary, readValuation } from './read.ts';
import { viewChart, viewSummary, viewValuation } from './view.ts';

const HOUR_S = 3600;
/** Later than that a page is fetched anew, behind the reader's back: an embed loads at once. */
const STALE_S = 86_400;

export type Parts = { kind: string; subject: string; options: string; signature: string };

/** A signed address that is good, with its path as it was signed and the widget as it is to be shown. */
export type Signed = { address: Address; path: string; widget: Widget };

/** The page behind a signed address. */
export async function frame(context: Context, parts: Parts): Promise<Answer<string>> {
  const { address, path, widget } = await signed(context, parts);
  const { publicUrl, scripts } = context;
  const script = scripts?.pages[widget.kind];
  const { origins, ...look } = address.options;
  const page = renderPage(widget, {
    look,
    address: publicUrl + path,
    oembedUrl: `${publicUrl}/oembed`,
    ...(script && { clientUrl: `${publicUrl}/embeds/${script.name}` }),
  });
  const policy = pagePolicy(widget.kind, { look, origins });
  return new Answer(page, {
    headers: { ...cacheHeaders(context, address), 'Content-Security-Policy': policy },
  });
}

/** What a signed address stands for. @throws 404 */
export async function signed(context: Context, parts: Parts): Promise<Signed> {
  const { address, path } = await verified(context, parts);
  return { address, path, widget: await widgetOf(context, address) };
}

/** What an address shows now. @throws 404 */
async function widgetOf(context: Context, address: Address): Promise<Widget> {
  const { asOf } = address.options;
  const widget = await readWidget(context, address).catch(tellNothing);
  return asOf === undefined ? widget : pinWidget(widget, asOf);
}

/** Seconds for which what an address gives may be kept: never for longer than it is good. */
export function freshness({ clock }: Context, { options: { expires } }: Address) {
  const left =
    expires === undefined ? Infinity : Math.floor((Date.parse(expires) - clock().getTime()) / 1000);
  return { left, fresh: Math.min(HOUR_S, left) };
}

export function cacheHeaders(context: Context, address: Address): { 'Cache-Control': string } {
  const { left, fresh } = freshness(context, address);
  const stale = Math.min(STALE_S, left - fresh);
  return {
    'Cache-Control': `public, max-age=${fresh}${stale > 0 ? `, stale-while-revalidate=${stale}` : ''}`,
  };
}

async function readWidget({ db }: Context, { kind, subject, options }: Address): Promise<Widget> {
  const lookup = { by: 'slug' as const, value: subject };
  switch (kind) {
    case 'valuation-chart':
    case 'valuation-table':
      return { kind, data: viewValuation(await readValuation(db, lookup)) };
    case 'company-summary':
      return { kind, data: viewSummary(await readSummary(db, lookup), options.asOf) };
    case 'dataset-chart':
      return { kind, data: viewChart(await readChart(db, subject)) };
    case 'document-pdf':
      // Its own route, which comes first, answers it.
      throw fail('not_found');
  }
}
