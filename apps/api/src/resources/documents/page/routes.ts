import { Answer } from '../../../http/endpoint.ts';
import { basePath, frameOf } from '../../../views/frame.ts';
import { route, type Route } from '../../../services.ts';
import * as contract from './contract.ts';
import { readDocumentPage } from './read.ts';
import { viewResearch } from './view.ts';

const CACHE = 'public, max-age=3600';

export const routes: Route[] = [
  route(contract.getResearchPage, async (context, { document_slug }) => {
    const { db, publicUrl, publicSite } = context;
    const { page, policy } = viewResearch(await readDocumentPage(db, document_slug), {
      ...{ publicUrl, base: basePath(publicUrl), frame: frameOf(context) },
      isWhole: publicSite,
    });
    return new Answer(page, { headers: { 'Cache-Control': CACHE, 'Content-Security-Policy': policy } });
  }),
];
