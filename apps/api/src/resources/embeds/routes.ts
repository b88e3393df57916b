import { iframeMarkup, signAddress, type Kind } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { requireCompany } from '@dossier/store';
import { Answer, route, type Context, type Route } from '../../http/endpoint.ts';
import { companyLookup } from '../../http/fields.ts';
import * as contract from './contract.ts';
import { frame } from './frame.ts';

/** Answers with the iframe of a company's widget. Its address names the slug, which a rebuilt database keeps. */
const companyEmbed =
  (kind: Kind, what: string) =>
  async ({ db, publicUrl, signingKeys }: Context, input: contract.CompanyEmbedInput) => {
    const lookup = companyLookup(input);
    if (!lookup) throw fail('embed_company_required');
    const company = await requireCompany(db, lookup);
    const [key] = await signingKeys();
    if (!key) throw new Error('There is no key to sign embed addresses with.');
    const { theme, width, height } = input;
    const options = theme === 'auto' ? {} : { theme };
    const src = publicUrl + signAddress({ kind, subject: company.slug, options }, key);
    const embed_html = iframeMarkup({ src, title: `${company.name}: ${what}`, width, height });
    return { status: 'success' as const, data: { embed_html } };
  };

export const routes: Route[] = [
  route(contract.getValuationChart, companyEmbed('valuation-chart', 'valuation chart')),
  route(contract.getValuationTable, companyEmbed('valuation-table', 'valuation table')),
  route(contract.getCompanySummary, companyEmbed('company-summary', 'summary')),
  route(contract.getFrame, frame),
  route(contract.getClientScript, async ({ clientScript: script }, { file }) => {
    if (!script || script.name !== file) throw fail('not_found');
    return new Answer(script.body, { headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } });
  }),
];
