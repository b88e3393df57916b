import type { CompanySummary } from '../../../resources/company-search/contract.ts';
import { readSummaries } from '../../../resources/company-search/read.ts';
import { companiesOf, searchCompanies } from '../../../resources/embeds/builder/find.ts';
import type { Context } from '../../../services.ts';
import { FIELDS } from '../companies/csv.ts';

/** The companies that texts name, in the order of the texts, and the texts that name none. */
export interface Compared {
  companies: CompanySummary[];
  unknown: string[];
}

/** Reads companies by slugs, domains or names. A name finds the company that a search box would suggest first. */
export async function readCompared(context: Context, names: readonly string[]): Promise<Compared> {
  const typed = names.map((name) => name.toLowerCase());
  const exact = new Set((await companiesOf(context.db, typed)).map(({ slug }) => slug));
  const slugs = await Promise.all(
    typed.map(async (name) => (exact.has(name) ? name : (await searchCompanies(context, name))[0]?.slug)),
  );
  const known = slugs.filter((slug) => slug !== undefined);
  const ids = (await companiesOf(context.db, known)).map(({ id }) => id);
  const { rows } = await readSummaries(context.db, [...new Set(ids)], FIELDS);
  const found = rows.map(({ item }) => JSON.parse(item) as CompanySummary);
  return {
    companies: [...new Set(known)].flatMap((slug) => found.find((company) => company.slug === slug) ?? []),
    unknown: names.filter((_, i) => slugs[i] === undefined),
  };
}
