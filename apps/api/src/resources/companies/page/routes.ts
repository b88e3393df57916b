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
  /** Returns the address of an embed about the company. */
  const embedUrl = (kind: 'valuation-chart' | 'company-summary') =>
    key && publicUrl + signAddress({ kind, subject: slug, options: {} }, key);
  const charts = await viewCharts(db, rows, embedUrl('valuation-chart'));
  const picture = embedUrl(charts.hasValuations ? 'valuation-chart' : 'company-summary');
  const view = viewCompanyPage(rows, {
    ...{ charts, picture, publicUrl, brand, frame: frameOf(context) },
    site: publicSite
      ? { base: basePath(publicUrl), around: await readNeighbours(db, id, rows.categories) }
      : undefined,
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
