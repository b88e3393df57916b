import type { companyDetail } from '@dossier/shared';
import { z } from 'zod';
import { getCompanies } from '../resources/companies/contract.ts';
import type { Context } from '../services.ts';
import {
  clipped,
  company as companyInput,
  fact,
  lineOf,
  namesOf,
  newestSeq,
  pageOfCompany,
  shortUrl,
  tool,
} from './tool.ts';

type Detail = z.output<typeof companyDetail>;
const FIELDS = [
  ...['slug', 'name', 'domain', 'type', 'is_active', 'description', 'founding_year', 'headquarters'],
  ...['key_people', 'categories', 'listings', 'documents', 'financials'],
] as (keyof Detail)[];

const MAX_ITEMS = 20;
const MAX_TEXT = 2000;
const MAX_NAME = 200;

/** Reads a company. @throws 404 with a remedy */
export async function readCompany<Name extends keyof Detail>(
  context: Context,
  given: string,
  fields: Name[],
): Promise<Pick<Detail, Name | 'id'>> {
  const include = fields.includes('financials' as Name) ? (['sources'] as const) : undefined;
  const body = await context.call(getCompanies, {
    ...namesOf(given),
    fields,
    include: include && [...include],
  });
  return (body as { company: Pick<Detail, Name | 'id'> }).company;
}

/** Returns the fields that name a company in lists, which accept an id or a domain, and none without a name. */
export async function companyFilterOf(
  context: Context,
  given: string | undefined,
): Promise<{ company_id?: number; company_domain?: string }> {
  if (given === undefined) return {};
  const { id, company_domain, company_slug } = namesOf(given);
  if (company_domain !== undefined) return { company_domain };
  return { company_id: id ?? (await readCompany(context, company_slug!, ['slug'])).id };
}

/** Reads the profile of a company with its latest figures. */
export const company = tool({
  name: 'company',
  description: 'Profile of one company: what it does, people, categories, research, and its latest figures.',
  input: z.strictObject({ company: companyInput }),
  output: z.object({
    name: z.string(),
    slug: z.string(),
    domain: z.string(),
    type: z.string(),
    is_active: z.boolean(),
    description: z.string().nullable(),
    founding_year: z.int().nullable(),
    headquarters: z.string().nullable(),
    people: z.array(z.string()),
    categories: z.array(z.string()),
    listings: z.array(z.string()),
    documents: z.array(z.string()).describe('For read_document'),
    facts: z.array(fact),
    url: z.string(),
    seq: z.int(),
  }),
  run: async (context, { company: given }) => {
    const seq = await newestSeq(context);
    const found = await readCompany(context, given, FIELDS);
    const url = pageOfCompany(context, found.slug);
    const facts = found.financials.slice(0, MAX_ITEMS).map(({ name, value, date, source_url }) => ({
      ...{ name: clipped(name, MAX_NAME), value, unit: 'USD', day: date, detail: null, citation: null },
      ...{ citation_url: shortUrl(source_url), url, seq },
    }));
    const { founders, ceo } = found.key_people;
    const texts = (all: string[]) => all.slice(0, MAX_ITEMS).map((text) => clipped(text, MAX_NAME));
    const { name, slug, domain, type, is_active, founding_year, headquarters } = found;
    const description = found.description && clipped(found.description, MAX_TEXT);
    const result = {
      ...{ name, slug, domain, type, is_active, description, founding_year },
      headquarters: headquarters && [headquarters.city, headquarters.country].filter(Boolean).join(', '),
      people: texts([
        ...ceo.map((one) => `${one.name} (CEO)`),
        ...founders.map((one) => `${one.name} (founder)`),
      ]),
      categories: texts(found.categories.map((one) => one.slug)),
      listings: texts(found.listings.map((one) => [one.ticker, one.venue].filter(Boolean).join(' '))),
      documents: texts(found.documents.map((one) => one.slug)),
      ...{ facts, url, seq },
    };
    const intro = `${name} (${domain}), ${type}: ${clipped(description ?? 'no description', MAX_NAME)}`;
    return { result, text: [intro, ...facts.map(lineOf), url].join('\n') };
  },
});
