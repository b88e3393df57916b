import { column, html, table, type Markup } from '@dossier/pages';
import { documentTypeNames } from '@dossier/shared';
import { CURRENCY } from '../../../charts/points.ts';
import { BUILDER } from '../../../resources/embeds/builder/contract.ts';
import { documentWebUrl, filingPageUrl } from '../../../views/links.ts';
import { amount, day, exactAmount, named, words } from '../../../views/words.ts';
import type { HomeRows, Ranked } from './read.ts';

/** The styles of the start page. */
export const styles = `
.start{margin-bottom:32px}
.start form{display:flex;flex-wrap:wrap;gap:8px;max-width:40rem;margin-top:16px}
.start input{flex:1 1 16rem;min-height:3rem;font-size:1.1rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:0 40px}
.columns>*{min-width:0}
h2{margin-top:28px;padding-top:10px;border-top:2px solid currentColor}
.names{display:flex;flex-wrap:wrap;gap:6px 18px;padding:0;list-style:none}`;

/** Returns the body of the start page. @param base the path of PUBLIC_URL */
export function viewHome(rows: HomeRows, name: string, base: string): Markup {
  const { rounds, news, documents, filings, tops, categories } = rows;
  return html`<div class="start">
      <h1>${name}</h1>
      <p>
        Companies, their figures with sources, research, news and filings.
        <a href="${base}${BUILDER}">Make a chart for your own page</a>.
      </p>
      <form role="search" aria-label="Everything" action="${base}/search">
        <label class="unseen" for="q">Search companies, research, news and filings</label>
        <input id="q" type="search" name="q" maxlength="200" placeholder="A company, a topic or a ticker" />
        <button class="main">Search</button>
      </form>
    </div>
    <div class="columns">
      ${tops.filter(([, top]) => top.length > 0).map(([metric, top]) => viewTop(metric, top, base))}
    </div>
    <div class="columns">
      ${viewNewest(
        'Latest rounds',
        `${base}/events`,
        rounds.map(({ name: round, event_date, data_json, ...of }) => {
          const { amount_raised, currency } = JSON.parse(data_json) as {
            amount_raised: string | null;
            currency: string;
          };
          const raised = exactAmount(amount_raised, currency);
          return html`<a href="${company(base, of)}">${named(round)}</a>
            <small>${raised && html`${raised}, `}${day(event_date)}</small>`;
        }),
      )}
      ${viewNewest(
        'Latest news',
        `${base}/news`,
        news.map(
          ({ id, headline, release_date, ...of }) =>
            html`<a href="${base}/news/${id}">${named(headline)}</a>
              <small>${companyLink(base, of)}, ${day(release_date)}</small>`,
        ),
      )}
      ${viewNewest(
        'Latest research',
        `${base}/research`,
        documents.map(
          ({ slug, title, type, published_at }) =>
            html`<a href="${documentWebUrl(base, slug)}">${named(title)}</a>
              <small>${documentTypeNames[type]}, ${day(published_at)}</small>`,
        ),
      )}
      ${viewNewest(
        'Latest filings',
        `${base}/filings`,
        filings.map(
          ({ id, name: filing, filed_at, ...of }) =>
            html`<a href="${filingPageUrl(base, id)}">${named(filing)}</a>
              <small>${companyLink(base, of)}, ${day(filed_at)}</small>`,
        ),
      )}
    </div>
    ${
      categories.length > 0 &&
      html`<section aria-labelledby="categories">
        <h2 id="categories"><a href="${base}/categories">Categories</a></h2>
        <ul class="names">
          ${categories.map(
            ({ name: category, slug }) =>
              html`<li>
                <a href="${base}/categories/${encodeURIComponent(slug)}">${named(category)}</a>
              </li>`,
          )}
        </ul>
      </section>`
    }`;
}

type Of = { company: string; company_slug: string };
const company = (base: string, { company_slug }: Of) =>
  `${base}/companies/${encodeURIComponent(company_slug)}`;
const companyLink = (base: string, of: Of) => html`<a href="${company(base, of)}">${named(of.company)}</a>`;

function viewTop(metric: string, top: Ranked[], base: string): Markup {
  const title = `Largest by ${words(metric).toLowerCase()}`;
  return html`<section aria-label="${title}">
    <h2>${title}</h2>
    ${table(
      title,
      top,
      [
        column.name('Company', (row) => companyLink(base, row)),
        { title: words(metric), kind: 'number', cell: ({ value }) => amount(value, CURRENCY) },
      ],
      { labelled: false },
    )}
    <p class="actions">
      <a href="${base}/companies?sort=${metric}">All by ${words(metric).toLowerCase()}</a>
    </p>
  </section>`;
}

/** @param all the page of all such records */
const viewNewest = (title: string, all: string, items: Markup[]): Markup | false =>
  items.length > 0 &&
  html`<section aria-label="${title}">
    <h2><a href="${all}">${title}</a></h2>
    <ul class="list">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </section>`;
