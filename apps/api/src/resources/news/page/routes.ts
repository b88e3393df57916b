import { Answer } from '../../../http/endpoint.ts';
import { basePath, frameOf } from '../../../views/frame.ts';
import { route, type Route } from '../../../services.ts';
import * as contract from './contract.ts';
import { readNewsPage } from './read.ts';
import { viewNewsPage } from './view.ts';

const CACHE = 'public, max-age=3600';

export const routes: Route[] = [
  route(contract.getNewsPage, async (context, { news_id }) => {
    const { db, publicUrl, publicSite } = context;
    const { page, policy } = viewNewsPage(await readNewsPage(db, news_id), {
      ...{ publicUrl, base: basePath(publicUrl), frame: frameOf(context) },
      showsDescription: publicSite,
    });
    return new Answer(page, { headers: { 'Cache-Control': CACHE, 'Content-Security-Policy': policy } });
  }),
];
