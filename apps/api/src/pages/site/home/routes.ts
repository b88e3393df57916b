import { redirect } from '../../../http/endpoint.ts';
import { route, type Route } from '../../../services.ts';
import { basePath, frameOf } from '../../../views/frame.ts';
import { sitePage } from '../site.ts';
import * as contract from './contract.ts';
import { readHome } from './read.ts';
import { styles, viewHome } from './view.ts';

export const routes: Route[] = [
  route(contract.getRoot, async (context) => {
    const { publicUrl, publicSite, db } = context;
    // Which answer it is depends on the header Accept, so caches keep neither.
    if (!publicSite || !context.prefers('text/html')) return redirect(`${publicUrl}/docs`);
    const { name } = frameOf(context);
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding, Accept',
    };
    return sitePage(
      context,
      {
        title: name,
        description: 'Companies, their figures with sources, research, news and filings.',
        canonical: `${publicUrl}/`,
        styles,
        body: viewHome(await readHome(db), name, basePath(publicUrl)),
      },
      { headers },
    );
  }),
];
