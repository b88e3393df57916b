import type { Frame, Rendered } from '@dossier/pages';
import { script } from './script.ts';
import { createSite, type Site } from './site.ts';
import { viewDocPage, viewHits, viewOverview } from './view.ts';

/** A page of the documentation, or its script, which has no policy. */
export type OperatorPage = Rendered | { page: string; policy?: undefined };

/** Returns the guides for operators and data teams by their paths. The files are read at the first request. */
export function operatorDocs(): (url: string) => Promise<OperatorPage | undefined> {
  let site: Site | undefined;
  return async (url) => {
    site ??= createSite({ reader: 'operator', base: '' });
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const path = pathname.replace(/^\/docs\/?/, '').replace(/\/$/, '');
    const frame: Frame = {
      ...{
        name: 'Dossier',
        home: site.to(''),
        search: site.to('search'),
        searchLabel: 'Search the documentation',
      },
      links: [{ href: site.to(''), text: 'Documentation' }],
    };
    const shell = { site, frame, publicUrl: undefined, script: site.to('script.js') };
    if (path === '') return viewOverview(shell);
    if (path === 'script.js') return { page: script };
    if (path === 'search') {
      const query = (searchParams.get('q') ?? '').trim().slice(0, 200);
      return viewHits(shell, query, query === '' ? [] : await site.search(query));
    }
    const page = site.pages.get(path);
    return page && viewDocPage(shell, page);
  };
}
