import type { Kind } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { embed } from '../../embed.ts';
import { Answer } from '../../http/endpoint.ts';
import { route, type Context, type Route } from '../../services.ts';
import { companyLookup } from '../../query/fields.ts';
import { requireCompany } from '../../query/scope.ts';
import * as contract from './contract.ts';
import { addressOptions } from './fields.ts';
import { csv, json, picture } from './forms.ts';
import { frame } from './frame.ts';
import { gallery, galleryState } from './gallery.ts';
import { oembed } from './oembed.ts';
import * as pages from './pages-contract.ts';
import { findOrCreateChart } from './write.ts';

const DAY = 'public, max-age=86400';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The page in a sandboxed frame is of no origin, and its script is then one of another. */
const TO_ALL = { 'Access-Control-Allow-Origin': '*' };

/** Answers with the iframe of a company's widget. Its address names the slug, which a rebuilt database keeps. */
const companyEmbed =
  (kind: Kind, what: string) => async (context: Context, input: contract.CompanyEmbedInput) => {
    const lookup = companyLookup(input);
    if (!lookup) throw fail('embed_company_required');
    const company = await requireCompany(context.db, lookup);
    const options = addressOptions(input, context.now);
    const title = `${company.name}: ${what}`;
    return embed(context, { kind, subject: company.slug, options, title }, input);
  };

export const routes: Route[] = [
  route(contract.getValuationChart, companyEmbed('valuation-chart', 'valuation chart')),
  route(contract.getValuationTable, companyEmbed('valuation-table', 'valuation table')),
  route(contract.getCompanySummary, companyEmbed('company-summary', 'summary')),
  route(contract.putChart, async (context, input) => {
    if (!context.caller) throw new Error('A chart has a creator.');
    const { db, caller, now } = context;
    const { chart, created } = await findOrCreateChart(db, caller.organization, input, now);
    const options = addressOptions(input, now);
    const address = { kind: 'dataset-chart' as const, subject: chart.id, options };
    const answer = await embed(context, { ...address, title: chart.name }, input);
    return new Answer(answer, { status: created ? 201 : 200 });
  }),
  // Before the page, whose last segment could be any of these.
  route(pages.getFrameJson, json),
  route(pages.getFrameCsv, csv),
  route(pages.getFrameSvg, picture),
  route(pages.getFrame, frame),
  route(pages.getOembed, oembed),
  route(pages.getGallery, gallery),
  route(pages.getGalleryState, galleryState),
  route(pages.getResizeScript, async ({ scripts }) => {
    if (!scripts) throw fail('not_found');
    const { body, brotli } = scripts.resize;
    return new Answer(body, { headers: { ...TO_ALL, 'Cache-Control': DAY }, brotli });
  }),
  route(pages.getPageScript, async ({ scripts }, { file }) => {
    const script = Object.values(scripts?.pages ?? {}).find(({ name }) => name === file);
    if (!script) throw fail('not_found');
    const headers = { ...TO_ALL, 'Cache-Control': FOR_EVER };
    return new Answer(script.body, { headers, brotli: script.brotli });
  }),
];
