import { fail } from '@dossier/shared';
import { categoriesOf } from '@dossier/store';
import { route, type Route } from '../../services.ts';
import { companyLookups } from '../../query/fields.ts';
import { requireOneCompany } from '../../query/scope.ts';
import * as contract from './contract.ts';
import { countItems, readCategory, readItemPlaces, readItems } from './read.ts';
import { viewItems, viewOffsetPagination } from './view.ts';

export const routes: Route[] = [
  route(contract.getCategories, async ({ db }, input) => {
    const lookups = companyLookups(input);
    if (lookups.length > 0 && input.slug !== undefined) throw fail('one_category_filter');
    if (input.slug !== undefined) return { category: await readCategory(db, input.slug) };
    if (lookups.length === 0) throw fail('category_filter_required');
    const company = await requireOneCompany(db, lookups);
    return { categories: await categoriesOf(db, company.id) };
  }),
  route(
    contract.listCategoryItems,
    async ({ db, publicUrl, signingKeys }, { category_slug, limit, offset }) => {
      const category = await readCategory(db, category_slug);
      const total = await countItems(db, category.id);
      const places = offset < total ? await readItemPlaces(db, category.id, { limit, offset }) : [];
      const [key] = await signingKeys();
      return {
        category,
        items: viewItems(places, await readItems(db, places), { publicUrl, key }),
        pagination: viewOffsetPagination(limit, offset, total),
      };
    },
  ),
];
