import { domainInput, slugInput } from '@dossier/shared';
import type { CategoryRow, DocumentRow, Trx } from '@dossier/store';
import { z } from 'zod';
import { toSlug } from '../company/index.ts';
import { text } from '../fields.ts';
import type { SeenKeys, Kind, Outcome } from '../kind.ts';
import { readReferences } from '../references.ts';
import { rowsWhere } from '../rows.ts';
import { categorySearchDocuments } from './search.ts';
import { emptyCategories, readMembers, writeCategories, type Category } from './stored.ts';

const record = z.strictObject({
  name: text.max(200),
  slug: slugInput.optional(),
  /** Any domains of the companies. A list replaces the stored one. */
  companies: z.array(domainInput).max(100_000).nullish(),
  /** The slugs of the documents. A list replaces the stored one. */
  documents: z.array(slugInput).max(100_000).nullish(),
});
type CategoryRecord = z.output<typeof record>;

/** Categories with their companies and documents. Natural key: the slug. A name finds its category too. */
export const categoryKind: Kind<typeof record> = {
  name: 'category',
  plural: 'categories',
  record,
  upsert: upsertCategories,
  storage: {
    table: 'categories',
    key: ['slug'],
    ofCompany: false,
    parts: [
      {
        name: 'companies',
        table: 'company_categories',
        record: 'category_id',
        columns: ['domain'],
        of: { table: 'companies', by: 'company_id' },
      },
      {
        name: 'documents',
        table: 'document_categories',
        record: 'category_id',
        columns: ['slug'],
        of: { table: 'documents', by: 'document_id' },
      },
    ],
  },
  nameOf: ({ name, slug }) => ({ name, slug }),
  beforeRemoval: (trx, ids, now) => emptyCategories(trx, ids.map(Number), now),
  searchDocuments: categorySearchDocuments,
};

async function upsertCategories(
  trx: Trx,
  records: CategoryRecord[],
  now: string,
  seenKeys: SeenKeys,
): Promise<Outcome[]> {
  const domains = records.flatMap(({ companies }) => companies ?? []);
  const references = await readReferences(
    trx,
    domains.map((company) => ({ company })),
  );
  const slugs = records.flatMap(({ documents }) => documents ?? []);
  const documents = await rowsWhere<DocumentRow>(trx, 'documents', 'slug', slugs);
  const documentIds = new Map(documents.map(({ slug, id }) => [slug, id]));
  const stored = await readStored(trx, records);
  await seenKeys.read(records.map((each) => slugOf(each, stored)));

  const touched = new Set<Category>();
  const decide = (each: CategoryRecord, index: number): Outcome | (() => Outcome) => {
    const slug = slugOf(each, stored);
    if (slug === '') return rejected('missing slug: none can be made from the name; add a "slug"');
    const earlier = seenKeys.find(slug);
    if (earlier !== undefined) return rejected(`duplicate slug: ${earlier} has "${slug}" too`);
    const companies = each.companies?.map((domain) => references.company({ company: domain })?.id);
    const stranger = each.companies?.[companies!.indexOf(undefined)];
    if (stranger !== undefined) return rejected(references.problem({ company: stranger }));
    const missing = each.documents?.find((document) => !documentIds.has(document));
    if (missing !== undefined) {
      return rejected(`unknown document: no document has the slug "${missing}"; load it first`);
    }
    const before = stored.get(slug);
    const category: Category = {
      id: before?.id,
      slug,
      name: each.name,
      companies: members(each.companies, companies, before?.companies),
      documents: members(
        each.documents,
        each.documents?.map((document) => documentIds.get(document)),
        before?.documents,
      ),
      before,
    };
    seenKeys.add(slug, index);
    const isSame =
      before?.name === category.name &&
      equal(before.companies, category.companies) &&
      equal(before.documents, category.documents);
    if (isSame) return { outcome: 'unchanged', id: before.id! };
    touched.add(category);
    // A new category gets its id when it is written.
    return () => ({ outcome: before ? 'changed' : 'new', id: category.id! });
  };

  const outcomes = records.map(decide);
  await writeCategories(trx, [...touched], now);
  return outcomes.map((outcome) => (typeof outcome === 'function' ? outcome() : outcome));
}

const rejected = (reason: string): Outcome => ({ outcome: 'rejected', reason });

/** Returns the stored categories that the records may name, by slug. */
async function readStored(trx: Trx, records: CategoryRecord[]): Promise<Map<string, Category>> {
  const bySlug = await rowsWhere<CategoryRow>(
    trx,
    'categories',
    'slug',
    records.map(({ slug, name }) => slug ?? toSlug(name)),
  );
  const byName = await rowsWhere<CategoryRow>(
    trx,
    'categories',
    'name',
    records.filter(({ slug }) => slug === undefined).map(({ name }) => name),
  );
  return readMembers(trx, [...bySlug, ...byName]);
}

/** Returns the slug of a record: its own, else that of the category with its name, else one made from its name. */
function slugOf({ slug, name }: CategoryRecord, stored: Map<string, Category>): string {
  if (slug !== undefined) return slug;
  return [...stored.values()].find((category) => category.name === name)?.slug ?? toSlug(name);
}

/** Returns the ids of a list: none when the list is null, the stored ones when it is absent. */
function members(
  list: string[] | null | undefined,
  ids: (number | undefined)[] | undefined,
  stored: Set<number> | undefined,
): Set<number> {
  if (list === undefined) return stored ?? new Set();
  return new Set(ids?.filter((id) => id !== undefined));
}

const equal = (a: Set<number>, b: Set<number>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));
