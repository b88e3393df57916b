import { readAllCategories } from '../../../resources/categories/read.ts';
import { route, type Route } from '../../../services.ts';
import { basePath } from '../../../views/frame.ts';
import { requireSite, sitePage } from '../site.ts';
import * as contract from './contract.ts';
import { readContents } from './read.ts';
import { viewCategories, viewCategory } from './view.ts';

const dependsOn = { kinds: ['category', 'company', 'document'] };

export const routes: Route[] = [
  route(contract.getCategoriesPage, async (context) => {
    requireSite(context);
    const { db, publicUrl } = context;
    const base = basePath(publicUrl);
    return sitePage(
      context,
      {
        title: 'Categories',
        current: `${base}/categories`,
        canonical: `${publicUrl}/categories`,
        description: 'All categories of companies and research.',
        body: viewCategories(await readAllCategories(db), base),
      },
      { dependsOn },
    );
  }),
  route(contract.getCategoryPage, async (context, { category_slug, offset }) => {
    requireSite(context);
    const { publicUrl } = context;
    const contents = await readContents(context, category_slug, offset);
    const { name, slug } = contents.category;
    return sitePage(
      context,
      {
        title: `${name}: companies and research`,
        current: `${basePath(publicUrl)}/categories`,
        ...(contents.offset === 0 && { canonical: `${publicUrl}/categories/${encodeURIComponent(slug)}` }),
        body: viewCategory(contents, basePath(publicUrl)),
      },
      { dependsOn },
    );
  }),
];
