import { invalid } from '@dossier/shared';
import type { CompanySummary } from '../../../resources/company-search/contract.ts';
import { readSummaries } from '../../../resources/company-search/read.ts';
import { companiesOf, searchCompanies } from '../../../resources/embeds/builder/find.ts';
import type { Context } from '../../../services.ts';
import { FIELDS } from '../companies/csv.ts';
import { MAX_COMPARED } from './contract.ts';

/** The companies that texts name, in the order of the texts, and the texts that name none. */
export interface Compared {
  companies: CompanySummary[];
  unknown: string[];
}

/** What people write between two names, besides commas. */
const BETWEEN = /\s+(?:and|&|vs\.?)\s+/i;

/** Returns the names in a text such as `Monzo and Revolut`, which may also be the name of one company. */
async function namesIn(context: Context, text: string): Promise<string[]> {
  const parts = text.split(BETWEEN);
  if (parts.length === 1) return parts;
  const [found] = await searchCompanies(context, text);
  return found?.name.toLowerCase().startsWith(text.toLowerCase()) ? [text] : parts;
}

/**
 * Reads companies by slugs, domains or names. A name finds the company that a search box would suggest first.
 * @throws 400 for more than `MAX_COMPARED`
 */
export async function readCompared(context: Context, texts: readonly string[]): Promise<Compared> {
  const tooMany = () => invalid('companies', `must name at most ${MAX_COMPARED} companies`);
  // Each text may need a search.
  if (texts.length > MAX_COMPARED) throw tooMany();
  const names = (await Promise.all(texts.map((text) => namesIn(context, text)))).flat();
  if (names.length > MAX_COMPARED) throw tooMany();
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
