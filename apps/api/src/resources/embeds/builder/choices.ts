import { ApiError } from '@dossier/shared';
import { findOwnColumns, type CompanyRef, type DatasetRow, type Db, type OwnColumnRow } from '@dossier/store';
import type { Context } from '../../../services.ts';
import { namesInBoth, namesOf } from '../widgets/names.ts';
import type { BuilderInput } from './contract.ts';
import { companiesOf, searchCompanies, type Found } from './find.ts';
import { forms as allForms, formsFor, optionsOf, type Form } from './forms.ts';

export const MAX_EMBED_COMPANIES = 10;

/** More are not listed. */
const MAX_DATASETS = 100;

/** A dataset of a chosen company, or a column of the organization's own table. */
export type Dataset = Pick<DatasetRow, 'id' | 'name' | 'metric' | 'frequency'> & {
  isChosen: boolean;
  /** The column whose values are of names; undefined for values of days. */
  ofNames?: Pick<OwnColumnRow, 'data_json'>;
  /** The title of the organization's own table that it is a column of. */
  ownTable?: string;
};
export const chosenIn = (datasets: readonly Dataset[]) => datasets.filter(({ isChosen }) => isChosen);

/** What a publisher has chosen so far, and what there is to choose from. */
export interface Choices {
  /** What the publisher searched for, with what was found. */
  search: { typed: string; found: Found[]; problem?: string };
  companies: CompanyRef[];
  /** The datasets of the companies. */
  datasets: Dataset[];
  /** What is wrong with the companies, such as an unknown one. */
  problem?: string;
  /** The forms that can show so many companies. */
  forms: Form[];
  form: Form | undefined;
  /** The UUID of the organization's own table. */
  table?: string | undefined;
  /** The UUID of the saved embed that is edited. */
  saved?: string | undefined;
  /** The values of the form's options, without blank ones and defaults. */
  options: Record<string, string>;
}

/** Returns true if the choices name what the form is about. */
export function isComplete({ companies, datasets, form }: Choices): boolean {
  if (form?.subject !== 'dataset_ids') return companies.length > 0;
  const { length } = chosenIn(datasets);
  const { exactly } = form.datasets;
  return exactly === undefined ? length > 0 : length === exactly;
}

/** Reads the choices of a request. Leaves unknown companies and an unfit form out, and reports the companies. */
export async function readChoices(context: Context, input: BuilderInput): Promise<Choices> {
  const {
    q = '',
    companies = '',
    add = '',
    remove,
    form: name,
    datasets: given,
    shown: former,
    table,
    saved,
    ...texts
  } = input;
  const slugs = [...companies.split(','), add].map((slug) => slug.trim()).filter((slug) => slug !== '');
  const wanted = [...new Set(slugs)].filter((slug) => slug !== remove);
  const [found, known] = await Promise.all([
    find(context, add === '' ? q : ''),
    companiesOf(context.db, wanted),
  ]);
  const chosen = known.slice(0, MAX_EMBED_COMPANIES);
  const own = await columnsOf(context, table);
  const needs = allForms.find((one) => one.name === name)?.datasets;
  const exactly = own.every(({ ofNames }) => ofNames) ? needs?.exactly : undefined;
  // A table that is opened is shown, until other columns are chosen.
  const opened = exactly === undefined ? own.filter(({ metric }) => metric === own[0]!.metric) : [];
  const ids = given ?? opened.map(({ id }) => id);
  const ticked = [
    ...own.map((column) => ({ ...column, isChosen: ids.includes(column.id) })),
    ...(await datasetsOf(context.db, chosen, ids)),
  ];
  // A publisher who has the form already unticks a column before another is ticked.
  const isNew = given === undefined || former !== name;
  const datasets = isNew && exactly !== undefined ? withColumns(ticked, exactly) : ticked;
  const chosenSets = chosenIn(datasets);
  const shown = chosenSets.length > 0 ? chosenSets : datasets;
  const axis = shown.length > 0 && shown.every(({ ofNames }) => ofNames) ? 'names' : 'days';
  const fit = datasets.filter(({ ofNames }) => axis === 'days' || ofNames);
  const forms = formsFor(chosen.length, fit.length, axis);
  const problem = problemOf(wanted, known);
  const form = forms.find((one) => one.name === name) ?? forms[0];
  return {
    search: { typed: add === '' ? q : '', ...found },
    companies: chosen,
    datasets,
    ...(problem !== undefined && { problem }),
    forms,
    form,
    ...(own.length > 0 && { table }),
    saved,
    options: form ? optionsIn(texts, form, namedBy({ companies: chosen, datasets, form })) : {},
  };
}

/** Ticks as many columns of names as a form has places: those that are ticked, then the first ones. */
function withColumns(datasets: readonly Dataset[], count: number): Dataset[] {
  if (chosenIn(datasets).some(({ ofNames }) => !ofNames)) return [...datasets];
  const columns = datasets.filter(({ ofNames }) => ofNames);
  const shown = [...chosenIn(columns), ...columns.filter(({ isChosen }) => !isChosen)].slice(0, count);
  return datasets.map((one) => ({ ...one, isChosen: shown.some(({ id }) => id === one.id) }));
}

/** Names by what requests call them. */
export type Names = ReadonlyMap<string, string>;

/** Returns the names that options are chosen from, by option: what may be highlighted, and what may be shown across. */
export function namedBy({
  companies,
  datasets,
  form,
}: Pick<Choices, 'companies' | 'datasets' | 'form'>): Readonly<Record<string, Names>> {
  const chosen = chosenIn(datasets);
  const byId = chosen.map(({ id, name }) => [id, name] as const);
  if (form?.subject !== 'dataset_ids')
    return { highlight: new Map(companies.map(({ slug, name }) => [slug, name])) };
  const columns = chosen.flatMap(({ ofNames }) => ofNames ?? []);
  const themselves = (names: readonly string[]) => new Map(names.map((one) => [one, one]));
  if ('x' in form.fields) {
    const [first, second] = columns;
    return {
      highlight: themselves(first && second ? namesInBoth([first, second]) : []),
      x: new Map(chosen.map(({ id, name, metric }) => [id, metric === '' ? name : `${name} (${metric})`])),
    };
  }
  if (form.datasets.of.includes('names'))
    return { highlight: themselves(columns.length > 0 ? namesOf(columns) : chosen.map(({ name }) => name)) };
  return { highlight: new Map(byId) };
}

/** Reads the columns of a table of the caller's organization. An unknown one has none. */
async function columnsOf(
  { db, caller }: Context,
  table: string | undefined,
): Promise<Omit<Dataset, 'isChosen'>[]> {
  if (table === undefined || !caller) return [];
  const columns = await findOwnColumns(db, { table }, caller.organization);
  return columns.map(({ id, name, metric, frequency, table_name, data_json }) => ({
    ...{ id, name, metric, frequency, ownTable: table_name },
    ...(frequency === 'category' && { ofNames: { data_json } }),
  }));
}

/** Reads the datasets of companies, in the order of the companies. */
async function datasetsOf(
  db: Db,
  companies: readonly CompanyRef[],
  ids: readonly string[],
): Promise<Dataset[]> {
  const ofCompanies = companies.map(({ id }) => id);
  const rows = await db<DatasetRow>('datasets')
    .whereIn('company_id', ofCompanies)
    .orderBy('dataset_id')
    .select('id', 'name', 'metric', 'frequency', 'company_id');
  return rows
    .sort((a, b) => ofCompanies.indexOf(a.company_id) - ofCompanies.indexOf(b.company_id))
    .slice(0, MAX_DATASETS)
    .map(({ id, name, metric, frequency }) => ({ id, name, metric, frequency, isChosen: ids.includes(id) }));
}

function optionsIn(
  texts: Record<string, string | undefined>,
  form: Form,
  named: Readonly<Record<string, Names>>,
): Record<string, string> {
  const given = optionsOf(form).map(
    ({ name, values }) => [name, texts[name]?.trim() ?? '', values[0]] as const,
  );
  // What was highlighted may not be chosen any more.
  const own = given.filter(
    ([name, value, usual]) => value !== '' && value !== usual && (named[name]?.has(value) ?? true),
  );
  return Object.fromEntries(own.map(([name, value]) => [name, value]));
}

function problemOf(wanted: string[], known: CompanyRef[]): string | undefined {
  const unknown = wanted.find((slug) => !known.some((company) => company.slug === slug));
  if (unknown !== undefined)
    return `There is no company with the slug ${unknown}. Search for its name instead.`;
  return known.length > MAX_EMBED_COMPANIES
    ? `An embed shows at most ${MAX_EMBED_COMPANIES} companies. Remove one to add another.`
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
