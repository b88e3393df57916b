import { fail } from '@dossier/shared';
import type { Rendered } from '@dossier/pages';
import { Answer, redirect } from '../../http/endpoint.ts';
import { openApiDocument } from '../../openapi/index.ts';
import { route, type Context, type Route } from '../../services.ts';
import { basePath, frameOf } from '../../views/frame.ts';
import * as contract from './contract.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import { script } from './script.ts';
import { createSite, type Site } from './site.ts';
import { tryRoutes } from './try/routes.ts';
import { viewDocPage, viewHits, viewOverview, viewOwn, type Shell } from './view.ts';

const CACHE = { 'Cache-Control': 'public, max-age=300' };

/** What is made once for a public address, because every request gets the same. */
interface Made {
  json: string;
  site: Site;
  /** The rendered pages, by path. */
  pages: Map<string, Rendered>;
}

/**
 * Returns the routes of the documentation.
 * @param all every route of the application, including these; read at the first request
 */
export function routes(all: () => Route[]): Route[] {
  const made = new Map<string, Made>();

  function madeFor({ publicUrl, rateLimiter, requestLimiter }: Context): Made {
    const known = made.get(publicUrl);
    if (known) return known;
    const document = openApiDocument(all(), publicUrl);
    const limits = { plans: rateLimiter?.limits, requests: requestLimiter?.limits };
    const site = createSite({
      ...{ reader: 'public', base: basePath(publicUrl) },
      api: { publicUrl, routes: all(), document, limits },
    });
    const fresh = { json: JSON.stringify(document), site, pages: new Map() };
    made.set(publicUrl, fresh);
    return fresh;
  }

  const shellOf = (context: Context, site: Site): Shell => ({
    ...{ site, publicUrl: context.publicUrl, script: site.to('script.js') },
    frame: { ...frameOf(context), search: site.to('search'), searchLabel: 'Search the documentation' },
  });

  /** Returns a page, which is rendered once, or a redirect from the path of a section. @throws 404 */
  function pageAt(context: Context, path: string): Answer<string | null> {
    const { site, pages } = madeFor(context);
    const page = site.pages.get(path);
    if (!page && path !== '') {
      if (![...site.pages.keys()].some((one) => one.startsWith(`${path}/`))) throw fail('not_found');
      return redirect(`${context.publicUrl}/docs#${path}`, CACHE);
    }
    const shell = shellOf(context, site);
    const rendered = pages.get(path) ?? (page ? viewDocPage(shell, page) : viewOverview(shell));
    pages.set(path, rendered);
    return asAnswer(rendered);
  }

  const [page, guide, operation] = contract.getDocumentationPages;
  return [
    route(contract.getOpenApi, async (context) => new Answer(madeFor(context).json, { headers: CACHE })),
    route(contract.getDocumentation, async (context) => pageAt(context, '')),
    route(contract.searchDocumentation, async (context, { q }) => {
      const { site } = madeFor(context);
      return asAnswer(viewHits(shellOf(context, site), q, q === '' ? [] : await site.search(q)));
    }),
    ...tryRoutes({
      siteOf: (context) => madeFor(context).site,
      pageOf: (context, title, body) => viewOwn(shellOf(context, madeFor(context).site), title, body),
    }),
    route(contract.getDocumentationScript, async () => new Answer(script, { headers: CACHE })),
    route(page, async (context, { page: name }) => pageAt(context, name)),
    route(guide, async (context, { section, page: name }) => pageAt(context, `${section}/${name}`)),
    route(operation, async (context, { section, family, page: name }) =>
      pageAt(context, `${section}/${family}/${name}`),
    ),
    route(contract.getLlms, async (context) => {
      const { brand, publicUrl } = context;
      const text = llmsIndex(madeFor(context).site, publicUrl, brand?.name ?? 'Dossier');
      return new Answer(text, { headers: CACHE });
    }),
    route(
      contract.getLlmsFull,
      async (context) => new Answer(llmsFull(madeFor(context).site), { headers: CACHE }),
    ),
    route(contract.getApiCatalog, async ({ publicUrl }) => {
      const link = (path: string, type: string) => [{ href: publicUrl + path, type }];
      const catalog = {
        linkset: [
          {
            anchor: `${publicUrl}/api/v1/`,
            'service-desc': link('/openapi.json', 'application/vnd.oai.openapi+json'),
            'service-doc': link('/docs', 'text/html'),
            status: link('/health', 'application/json'),
          },
        ],
      };
      // A text, because objects are sent as `application/json`.
      return new Answer(JSON.stringify(catalog), { headers: CACHE });
    }),
  ];
}

const asAnswer = ({ page, policy }: Rendered): Answer<string> =>
  new Answer(page, { headers: { ...CACHE, 'Content-Security-Policy': policy } });
