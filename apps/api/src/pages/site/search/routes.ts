import { html } from '@dossier/pages';
import { searchSuggestion } from '@dossier/shared';
import { Answer } from '../../../http/endpoint.ts';
import { readSuggestions } from '../../../resources/search/read.ts';
import { route, type Route } from '../../../services.ts';
import { basePath } from '../../../views/frame.ts';
import { requireSite, sitePage } from '../site.ts';
import * as contract from './contract.ts';
import { readResults } from './read.ts';
import { script } from './script.ts';
import { viewSearch } from './view.ts';

const SIZE = 20;
const SUGGESTIONS = 8;
const CACHE = { 'Cache-Control': 'public, max-age=3600' };
const styles = `.list em{font-weight:700;font-style:normal}.list p{font-size:var(--small)}`;

export const routes: Route[] = [
  route(contract.getSearchPage, async (context, { q, type, page }) => {
    requireSite(context);
    const text = q.trim();
    const base = basePath(context.publicUrl);
    const found =
      text === ''
        ? undefined
        : await readResults(context.search, text, { type, limit: SIZE, offset: (page - 1) * SIZE });
    return sitePage(context, {
      title: text === '' ? 'Search' : `${text}: search`,
      query: text,
      styles,
      body: found
        ? viewSearch({ base, q: text, type, page, size: SIZE }, found.counts, found.shown)
        : html`<h1>Search</h1>
            <p>Type a company, a topic, a ticker or a question into the box above.</p>`,
    });
  }),
  route(contract.getSuggestions, async (context, { q }) => {
    requireSite(context);
    const suggestions = await readSuggestions(context.search, q, SUGGESTIONS);
    return { suggestions: searchSuggestion.array().parse(suggestions) };
  }),
  route(contract.getSiteScript, async () => new Answer(script, { headers: CACHE })),
];
