import { domainInput, idInput, listInput, slugLookup, wholeNumber, type Listing } from '@dossier/shared';
import type { CompanyLookup } from '@dossier/store';
import { z } from 'zod';

/** The fields that name one company. */
export const companyFields = {
  company_id: idInput.optional().meta({ description: 'One company, by its number' }),
  company_domain: domainInput.optional().meta({
    description: 'One company, by its domain without protocol or path; an alternative domain will do',
  }),
};
export const companySlugField = {
  company_slug: slugLookup.optional().meta({ description: 'One company, by its slug' }),
};

/** The most companies that one request may name. */
export const MAX_COMPANIES = { query: 200, body: 1000 };

/** The fields that name several companies. */
export const companyListFields = (max: number) => ({
  company_ids: listInput(idInput, max)
    .optional()
    .meta({ description: 'Several companies, by their numbers' }),
  company_domains: listInput(domainInput, max)
    .optional()
    .meta({ description: 'Several companies, by their domains; unknown ones are skipped' }),
});

/** How an input may name one company. */
export interface CompanyInput {
  company_id?: number | undefined;
  company_slug?: string | undefined;
  company_domain?: string | undefined;
}

/** Every way in which an input names its one company: the id goes before the slug, the slug before the domain. */
export function companyLookups(input: CompanyInput): CompanyLookup[] {
  return (['id', 'slug', 'domain'] as const).flatMap((by) => {
    const value = input[`company_${by}`];
    return value === undefined ? [] : [{ by, value }];
  });
}

/** The first of them, where the specification says that it goes before the others. */
export const companyLookup = (input: CompanyInput): CompanyLookup | undefined => companyLookups(input)[0];

/** The page size of a list; more than its maximum is refused, never clamped. */
export const pageSizeField = ({ pageSize }: Listing) =>
  wholeNumber(1, pageSize.max).default(pageSize.default).meta({ description: 'Items on a page' });

const cursorField = (description: string) => z.string().max(2000).optional().meta({ description });

/** The paging fields of a list in cursor style. */
export const cursorFields = (list: Listing) => ({
  page_after: cursorField('The page after this cursor; Start is page one. Not with page_before'),
  page_before: cursorField('The page before this cursor; End is the last page. Not with page_after'),
  page_size: pageSizeField(list),
});
