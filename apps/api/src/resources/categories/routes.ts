import { fail } from '@dossier/shared';
import { categoriesOf } from '@dossier/store';
import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import { companyLookups } from '../../query/fields.ts';
import { dependsOnCompany, requireOneCompany } from '../../query/scope.ts';
import { listWithAddresses } from '../../views/companies.ts';
import * as contract from './contract.ts';
import { readCategory, readItems } from './read.ts';
import { viewOffsetPagination } from './view.ts';

export const routes: Route[] = [
  route(contract.getCategories, async ({ db }, input) => {
    const lookups = companyLookups(input);
    if (lookups.length > 0 && input.slug !== undefined) throw fail('one_category_filter');
    if (input.slug !== undefined)
      return new Answer(
        { category: await readCategory(db, input.slug) },
        { dependsOn: { kinds: ['category'] } },
      );
    if (lookups.length === 0) throw fail('category_filter_required');
    const company = await requireOneCompany(db, lookups);
    const categories = await categoriesOf(db, company.id);
    return new Answer({ categories }, { dependsOn: dependsOnCompany(company, lookups, ['category']) });
  }),
  route(contract.listCategoryItems, async (context, { category_slug, limit, offset }) => {
    const category = await readCategory(context.db, category_slug);
    const page = await readItems(context.db, category.id, { limit, offset });
    const body = {
      category,
      items: await listWithAddresses(page, context),
      pagination: viewOffsetPagination(limit, offset, page.total),
    };
    return new Answer(body, { dependsOn: { kinds: ['category', 'company', 'document'] } });
  }),
];
