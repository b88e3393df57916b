import { fail } from '@dossier/shared';
import { signAddress } from '@dossier/embeds';
import { Answer, redirect } from '../../../http/endpoint.ts';
import { basePath, frameOf } from '../../../views/frame.ts';
import { companyWebUrl } from '../../../views/links.ts';
import { route, type Route } from '../../../services.ts';
import { viewCharts } from './charts.ts';
import * as contract from './contract.ts';
import { findSlug, readCompanyPage } from './read.ts';
import { readNeighbours } from './read-neighbours.ts';
import { viewCompanyPage } from './view.ts';

const CACHE = { 'Cache-Control': 'public, max-age=3600' };

const page = route(contract.getCompanyPage, async (context, { company_slug }) => {
  const { db, publicUrl, brand, signingKeys, publicSite } = context;
  const rows = await readCompanyPage(db, company_slug);
  const { id, slug } = rows.company;
  const [key] = await signingKeys();
  const base = basePath(publicUrl);
  /** Returns the path of an embed about the company. */
  const embedPath = (kind: 'valuation-chart' | 'company-summary') =>
    key && signAddress({ kind, subject: slug, options: {} }, key);
  const chart = embedPath('valuation-chart');
  const charts = await viewCharts(db, rows, chart && base + chart);
  const drawn = charts.hasValuations ? chart : embedPath('company-summary');
  const picture = drawn && publicUrl + drawn;
  const view = viewCompanyPage(rows, {
    ...{ charts, picture, publicUrl, base, brand, frame: frameOf(context) },
    site: publicSite ? { base, around: await readNeighbours(db, id, rows.categories) } : undefined,
  });
  return new Answer(view.page, {
    headers: { ...CACHE, 'Content-Security-Policy': view.policy },
    // A change of any company may change the ranks.
    dependsOn: { companies: [id], kinds: ['company', 'category'] },
  });
});

const fromSearch = route(contract.redirectToCompany, async ({ db, publicUrl }, { company_slug }) => {
  const slug = await findSlug(db, company_slug);
  if (slug === undefined) throw fail('not_found');
  return redirect(companyWebUrl(publicUrl, slug), CACHE);
});

/** The page, to which the `url` of a search result redirects. */
export const routes: Route[] = [page];
/** Matches every address of one segment, so it comes after all other routes. */
export const lastRoutes: Route[] = [fromSearch];
