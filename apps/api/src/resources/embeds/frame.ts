import { pagePolicy, renderPage, verifyAddress, type Address, type Widget } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { Answer, type Context } from '../../http/endpoint.ts';
import { readChart, readSummary, readValuation } from './read.ts';
import { viewChart, viewSummary, viewValuation } from './view.ts';

/** A page may be an hour old and is then fetched anew behind the reader's back: an embed loads at once. */
const CACHE = 'public, max-age=3600, stale-while-revalidate=86400';

type Parts = { kind: string; subject: string; options: string; signature: string };

/** The page behind a signed address. A signature that is not ours looks like an address that is not there. */
export async function frame(
  context: Context,
  { kind, subject, options, signature }: Parts,
): Promise<Answer<string>> {
  const path = `/embeds/${kind}/${encodeURIComponent(subject)}/${options}/${signature}`;
  const address = verifyAddress(path, await context.signingKeys());
  if (!address) throw fail('not_found');
  const script = context.clientScript;
  const widget = await readWidget(context, address);
  const page = renderPage(widget, {
    theme: address.options.theme,
    ...(script && { clientUrl: `${context.publicUrl}/embeds/${script.name}` }),
  });
  const policy = pagePolicy(widget.kind);
  return new Answer(page, { headers: { 'Cache-Control': CACHE, 'Content-Security-Policy': policy } });
}

async function readWidget({ db }: Context, { kind, subject }: Address): Promise<Widget> {
  const lookup = { by: 'slug' as const, value: subject };
  switch (kind) {
    case 'valuation-chart':
    case 'valuation-table':
      return { kind, data: viewValuation(await readValuation(db, lookup)) };
    case 'company-summary':
      return { kind, data: viewSummary(await readSummary(db, lookup)) };
    case 'dataset-chart':
      return { kind, data: viewChart(await readChart(db, subject)) };
    case 'document-pdf':
      // Its own route, which comes first, answers it.
      throw fail('not_found');
  }
}
