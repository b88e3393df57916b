import { plainText } from '@dossier/embeds';
import { html, Markup, page, type Frame, type Rendered } from '@dossier/pages';
import type { Brand } from '../../../config.ts';
import { companyWebUrl } from '../../../views/links.ts';
import type { Charts } from './charts.ts';
import type { CompanyPageRows } from './read.ts';
import { styles } from './styles.ts';
import { viewAll, viewPeers, viewWays, type Site } from './view-site.ts';
import { viewDocuments, viewEvents, viewFilings, viewNews } from './view-lists.ts';
import { paragraphsOf, viewFacts, viewLogo } from './view-profile.ts';
import { viewFigures, viewMetrics, viewRounds } from './view-values.ts';
import { day, link, named } from '../../../views/words.ts';

/** The contents of a page besides its rows. */
export interface PageParts {
  charts: Charts;
  /** The address of the embed whose picture previews of links show. */
  picture: string | undefined;
  publicUrl: string;
  /** The path of PUBLIC_URL. */
  base: string;
  brand: Brand | undefined;
  frame: Frame;
  /** Undefined without the site. */
  site: Site | undefined;
}

/** A section of the page. The page leaves out sections without contents. */
interface Section {
  id: string;
  title: string;
  body: Markup;
  more: boolean;
  /** The list of the site with all rows. */
  all?: { path: string; query?: Record<string, string> } | undefined;
}

/** Returns a company's public page. */
export function viewCompanyPage(
  rows: CompanyPageRows,
  { charts, picture, publicUrl, base, brand, frame, site }: PageParts,
): Rendered {
  const { company } = rows;
  const logo = viewLogo(rows, publicUrl);
  const sections = sectionsOf(rows, charts, base, site);
  const more = sections.some((section) => section.more);
  return page({
    frame,
    canonical: companyWebUrl(publicUrl, company.slug),
    description: descriptionOf(company),
    title: `${plainText(company.name)}: profile and figures`,
    styles,
    sheets: charts.all.map(({ style }) => style),
    head: viewHead(rows, { picture, publicUrl, brand }),
    body: html`<header class="about">
        ${logo}
        <p class="kind">${kindOf(rows)}</p>
        <h1>${named(company.name)}</h1>
        ${
          company.description !== null &&
          html`<div class="text" dir="auto">
            ${paragraphsOf(company.description).map((paragraph) => html`<p>${paragraph}</p>`)}
          </div>`
        }
      </header>
      ${viewFacts(rows, site?.base)} ${site && viewWays(site, company)}
      ${sections.length > 1 && viewNav(sections)}
      ${sections.map(
        ({ id, title, body, more, all }) =>
          html`<section aria-labelledby="${id}">
            <h2 id="${id}">${title}</h2>
            ${body}
            ${
              (more || (site && all)) &&
              html`<p class="more">
                ${more && 'This list shows only the latest.'}
                ${site && all && viewAll(site, company, { title, ...all })}
              </p>`
            }
          </section>`,
      )}
      <footer class="quiet">
        <p>
          Last changed on ${day(company.updated_at)}.
          ${
            more &&
            html`<span class="screen">
              Partners of this service read all records from its <a href="${base}/docs">API</a>.
            </span>`
          }
          ${brand && html`By ${brand.url === undefined ? named(brand.name) : link(brand.url, named(brand.name))}.`}
        </p>
      </footer>`,
    allow: logo ? [`img-src ${new URL(publicUrl).origin}`] : [],
  });
}

const kindOf = ({ company: { type, is_active } }: CompanyPageRows): string =>
  `${type === 'public' ? 'Public' : 'Private'} company${is_active ? '' : ', no longer active'}`;

const viewNav = (sections: Section[]): Markup =>
  html`<nav class="links" aria-label="On this page">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;

function sectionsOf(rows: CompanyPageRows, charts: Charts, base: string, site: Site | undefined): Section[] {
  const { figures, metrics, rounds, events, documents, filings, news } = rows;
  const section = <Row>(
    id: string,
    title: string,
    list: { rows: Row[]; more: boolean },
    view: (rows: Row[]) => Markup,
    all?: Section['all'],
  ): Section[] =>
    list.rows.length === 0 ? [] : [{ id, title, body: view(list.rows), more: list.more, all }];
  return [
    ...section('figures', 'Key figures', { ...figures, more: false }, () => viewFigures(rows)),
    ...section('charts', 'Charts', { rows: charts.all, more: false }, viewCharts),
    ...section('funding', 'Funding', rounds, viewRounds, {
      path: '/events',
      query: { types: 'funding-round,secondary-transaction' },
    }),
    ...section('measures', 'Reported measures', metrics, viewMetrics),
    ...section('research', 'Research', documents, (found) => viewDocuments(found, base), {
      path: '/research',
    }),
    ...section('news', 'News', news, viewNews, { path: '/news' }),
    ...section('events', 'Events', events, viewEvents, {
      path: '/events',
      query: { types: 'corporate-action,company-milestone' },
    }),
    ...section('filings', 'Filings', filings, (found) => viewFilings(found, base), {
      path: '/filings',
    }),
    ...(site
      ? section('similar', 'Similar companies', { rows: site.around.peers, more: false }, () =>
          viewPeers(site),
        )
      : []),
  ];
}

const viewCharts = (all: Charts['all']): Markup =>
  html`<div class="charts">${all.map(({ markup }) => new Markup(markup))}</div>`;

const MAX_DESCRIPTION = 300;
/** The pixels of the picture for previews of links. */
const PICTURE = { width: 1200, height: 630 };

const descriptionOf = ({ name, description }: CompanyPageRows['company']): string =>
  plainText(description ?? `${name}: profile and figures`, MAX_DESCRIPTION);

/** Returns the meta tags from which other programs make previews of links to the page. */
function viewHead(
  { company }: CompanyPageRows,
  { picture, publicUrl, brand }: Omit<PageParts, 'charts' | 'base' | 'frame' | 'site'>,
): Markup {
  const address = companyWebUrl(publicUrl, company.slug);
  const tags: [property: string, content: string | number | undefined][] = [
    ['og:type', 'website'],
    ['og:title', plainText(company.name)],
    ['og:description', descriptionOf(company)],
    ['og:url', address],
    ['og:site_name', brand?.name],
    ...(picture === undefined
      ? []
      : ([
          ['og:image', `${picture}.social.png`],
          ['og:image:type', 'image/png'],
          ['og:image:width', PICTURE.width],
          ['og:image:height', PICTURE.height],
        ] satisfies [string, string | number][])),
  ];
  return html`<meta
      name="twitter:card"
      content="${picture === undefined ? 'summary' : 'summary_large_image'}"
    />
    ${tags.map(([property, content]) => content !== undefined && html`<meta property="${property}" content="${content}" />`)}`;
}
