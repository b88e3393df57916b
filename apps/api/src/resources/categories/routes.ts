import { fail } from '@dossier/shared';
import { categoriesOf } from '@dossier/store';
import { route, type Route } from '../../services.ts';
import { companyLookups } from '../../query/fields.ts';
import { requireOneCompany } from '../../query/scope.ts';
import { listWithAddresses } from '../../views.ts';
import * as contract from './contract.ts';
import { readCategory, readItems } from './read.ts';
import { viewOffsetPagination } from './view.ts';

export const routes: Route[] = [
  route(contract.getCategories, async ({ db }, input) => {
    const lookups = companyLookups(input);
    if (lookups.length > 0 && input.slug !== undefined) throw fail('one_category_filter');
    if (input.slug !== undefined) return { category: await readCategory(db, input.slug) };
    if (lookups.length === 0) throw fail('category_filter_required');
    const company = await requireOneCompany(db, lookups);
    return { categories: await categoriesOf(db, company.id) };
  }),
  route(contract.listCategoryItems, async (context, { category_slug, limit, offset }) => {
    const category = await readCategory(context.db, category_slug);
    const page = await readItems(context.db, category.id, { limit, offset });
    return {
      category,
      items: await listWithAddresses(page, context),
      pagination: viewOffsetPagination(limit, offset, page.total),
    };
  }),
];
