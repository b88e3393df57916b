import { ask, newestChange, preparedQuery, type Db } from '@dossier/store';
import { readAllCategories } from '../../../resources/categories/read.ts';
import type { CompanyFilter } from '../../../resources/company-search/contract.ts';
import { readSorted } from '../../../resources/company-search/read.ts';
import type { Context } from '../../../services.ts';
import { fieldsOf, type ColumnName } from './contract.ts';

const PAGE_SIZE = 100;

/** Reads a page of companies for a table with these columns. */
export const readPage = (context: Context, filter: CompanyFilter, columns: ColumnName[]) => {
  const fields: CompanyFilter['fields'] = ['slug', 'name', ...columns.map((name) => fieldsOf[name])];
  return readSorted(context, { ...filter, page_size: PAGE_SIZE, fields });
};

/** The most categories that a form lists. */
const MAX_CATEGORIES = 300;

/** Reads the categories to choose from, with that of the filter. */
export async function readCategories(db: Db, chosen: string | undefined) {
  const rows = await readAllCategories(db, MAX_CATEGORIES);
  if (chosen === undefined || rows.some(({ slug }) => slug === chosen)) return rows;
  return [...rows, { name: chosen, slug: chosen }];
}

/** The most countries that a form lists. */
const MAX_COUNTRIES = 300;

/** Each country is one step in the index of countries. */
const inUse = preparedQuery<{ most: number }, { country: string }>((db, param) => {
  const later = db('companies')
    .min('headquarters_country')
    .where('headquarters_country', '>', db.ref('countries.country'));
  return db
    .withRecursive('countries', (first) => {
      void first
        .from('companies')
        .min({ country: 'headquarters_country' })
        .select(db.raw('1 as place'))
        .unionAll((next) => {
          void next
            .from('countries')
            .whereNotNull('country')
            .where('place', '<', param('most'))
            .select(later.as('country'), db.raw('place + 1'));
        });
    })
    .from('countries')
    .whereNotNull('country')
    .orderBy('country')
    .select('country');
});

/** Reads the countries to choose from, with that of the filter. */
export async function readCountries(db: Db, chosen: string | undefined): Promise<string[]> {
  const found = (await ask(db, inUse, { most: MAX_COUNTRIES })).map(({ country }) => country);
  return chosen === undefined || found.includes(chosen) ? found : [...found, chosen];
}

export const readSeq = (db: Db): Promise<number> => newestChange(db);
