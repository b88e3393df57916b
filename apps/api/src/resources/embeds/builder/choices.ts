import { ApiError } from '@dossier/shared';
import type { CompanyRef } from '@dossier/store';
import type { Context } from '../../../services.ts';
import type { BuilderInput } from './contract.ts';
import { companiesOf, searchCompanies, type Found } from './find.ts';
import { formsFor, optionsOf, type Form } from './forms.ts';

export const MOST_COMPANIES = 10;

/** What a publisher has chosen so far, and what there is to choose from. */
export interface Choices {
  /** What the publisher searched for, with what was found. */
  search: { typed: string; found: Found[]; problem?: string };
  companies: CompanyRef[];
  /** What is wrong with the companies, such as an unknown one. */
  problem?: string;
  /** The forms that can show so many companies. */
  forms: Form[];
  form: Form | undefined;
  /** The values of the form's options, without blank ones and defaults. */
  options: Record<string, string>;
}

/** Reads the choices of a request. Leaves unknown companies and an unfit form out, and reports the companies. */
export async function readChoices(context: Context, input: BuilderInput): Promise<Choices> {
  const { q = '', companies = '', add = '', remove, form: name, ...texts } = input;
  const slugs = [...companies.split(','), add].map((slug) => slug.trim()).filter((slug) => slug !== '');
  const wanted = [...new Set(slugs)].filter((slug) => slug !== remove);
  const [found, known] = await Promise.all([
    find(context, add === '' ? q : ''),
    companiesOf(context.db, wanted),
  ]);
  const chosen = known.slice(0, MOST_COMPANIES);
  const forms = formsFor(chosen.length);
  const problem = problemOf(wanted, known);
  const form = forms.find((one) => one.name === name) ?? forms[0];
  return {
    search: { typed: add === '' ? q : '', ...found },
    companies: chosen,
    ...(problem !== undefined && { problem }),
    forms,
    form,
    options: form ? optionsIn(texts, form) : {},
  };
}

function optionsIn(texts: Record<string, string | undefined>, form: Form): Record<string, string> {
  const given = optionsOf(form).map(({ name, values }) => [name, texts[name]?.trim() ?? '', values[0]]);
  const own = given.filter(([, value, usual]) => value !== '' && value !== usual);
  return Object.fromEntries(own) as Record<string, string>;
}

function problemOf(wanted: string[], known: CompanyRef[]): string | undefined {
  const unknown = wanted.find((slug) => !known.some((company) => company.slug === slug));
  if (unknown !== undefined)
    return `There is no company with the slug ${unknown}. Search for its name instead.`;
  return known.length > MOST_COMPANIES
    ? `An embed shows at most ${MOST_COMPANIES} companies. Remove one to add another.`
    : undefined;
}

/** Searches for companies. A failed search is reported at its field, so that the page keeps what was chosen. */
async function find(context: Context, typed: string): Promise<{ found: Found[]; problem?: string }> {
  try {
    const found = await searchCompanies(context, typed);
    if (found.length > 0 || typed.trim() === '') return { found };
    return {
      found,
      problem: `No company matches “${typed.trim()}”. Check the spelling, or enter its domain.`,
    };
  } catch (error) {
    if (!(error instanceof ApiError) || !/^search_/.test(error.code)) throw error;
    return { found: [], problem: 'The search is not available now. Try again in a minute.' };
  }
}
