import { domainInput, idInput, listInput, slugLookup, wholeNumber, type Listing } from '@dossier/shared';
import type { CompanyLookup } from '@dossier/store';
import { z } from 'zod';
import { sentenceOf } from '../http/request/sentences.ts';

const descriptionOf = (field: z.ZodType) => ({ description: z.globalRegistry.get(field)?.description });

/** The fields that name one company. */
export const companyFields = {
  company_id: idInput.optional().meta({ description: 'The id of one company' }),
  company_domain: domainInput.optional().meta({
    description: 'The domain of one company, without protocol and path. Alternative domains work too',
  }),
};
/** Returns a field that may be blank. A blank one is null: it names no company. */
function orBlank<Value>(field: z.ZodType<Value>) {
  const { $schema: _, ...accepted } = z.toJSONSchema(field, { io: 'input' });
  const examples = z.globalRegistry.get(field)?.examples;
  return z
    .unknown()
    .transform((given, context): Value | null => {
      if (typeof given === 'string' && given.trim() === '') return null;
      const parsed = field.safeParse(given, { reportInput: true, error: sentenceOf });
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ ...accepted, ...(Array.isArray(examples) && { examples }) });
}

/** The fields that name one company, where the specification has one error for a missing and for a blank name. */
export const companyFieldsOrBlank = {
  company_id: orBlank(idInput).optional().meta(descriptionOf(companyFields.company_id)),
  company_domain: orBlank(domainInput).optional().meta(descriptionOf(companyFields.company_domain)),
};

/** The slug of one company, which may be blank. */
export const companySlugOrBlank = {
  company_slug: orBlank(slugLookup).optional().meta({ description: 'The slug of one company' }),
};

export const companySlugField = {
  company_slug: slugLookup.optional().meta({ description: 'The slug of one company' }),
};

/** The maximum number of companies in a request. */
export const MAX_COMPANIES = { query: 200, body: 1000 };

/** The fields that name several companies. */
export const companyListFields = (max: number) => ({
  company_ids: listInput(idInput, max).optional().meta({ description: 'The ids of several companies' }),
  company_domains: listInput(domainInput, max)
    .optional()
    .meta({ description: 'The domains of several companies. Unknown domains are skipped' }),
});

/** The fields of an input that name one company. */
export interface CompanyInput {
  company_id?: number | null | undefined;
  company_slug?: string | null | undefined;
  company_domain?: string | null | undefined;
}

/** Returns every field of an input that names its company: the id first, then the slug, then the domain. */
export function companyLookups({
  company_id: id,
  company_slug: slug,
  company_domain: domain,
}: CompanyInput): CompanyLookup[] {
  const lookups: CompanyLookup[] = [];
  if (id != null) lookups.push({ by: 'id', value: id });
  if (slug != null) lookups.push({ by: 'slug', value: slug });
  if (domain != null) lookups.push({ by: 'domain', value: domain });
  return lookups;
}

/** Returns the first lookup of an input, for lists in which the specification gives it precedence. */
export const companyLookup = (input: CompanyInput): CompanyLookup | undefined => companyLookups(input)[0];

/** Returns the field that chooses the fields of a response. */
export const chosenFields = <const Name extends string>(names: readonly Name[], what: string) =>
  listInput(z.enum(names), names.length).optional().meta({ description: what });

/** Returns the field for the page size of a list. Values above the maximum are rejected, not clamped. */
export const pageSizeField = ({ pageSize }: Pick<Listing, 'pageSize'>) =>
  wholeNumber(1, pageSize.max)
    .default(pageSize.default)
    .meta({ description: 'The number of items on a page' });

const cursorField = (description: string) => z.string().max(2000).optional().meta({ description });

/** Returns the paging fields of a list with cursors. */
export const cursorFields = (list: Pick<Listing, 'pageSize'>) => ({
  page_after: cursorField('Returns the page after this cursor. `Start` is page one. Not with page_before'),
  page_before: cursorField(
    'Returns the page before this cursor. `End` is the last page. Not with page_after',
  ),
  page_size: pageSizeField(list),
});
