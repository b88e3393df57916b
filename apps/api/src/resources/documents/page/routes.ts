import { Answer } from '../../../http/endpoint.ts';
import { route, type Route } from '../../../services.ts';
import * as contract from './contract.ts';
import { readResearch } from './read.ts';
import { viewResearch } from './view.ts';

const CACHE = 'public, max-age=3600';

export const routes: Route[] = [
  route(contract.getResearchPage, async ({ db, publicUrl }, { document_slug }) => {
    const { page, policy } = viewResearch(await readResearch(db, document_slug), publicUrl);
    return new Answer(page, { headers: { 'Cache-Control': CACHE, 'Content-Security-Policy': policy } });
  }),
];
