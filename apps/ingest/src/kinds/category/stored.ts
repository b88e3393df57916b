import { isDeepStrictEqual } from 'node:util';
import { enqueue, keepUntimed, keepVersions, noteChanges, type CategoryRow, type Trx } from '@dossier/store';
import { noteChangedRecords } from '../changes.ts';
import { putRows, rowsWhere } from '../rows.ts';

/** A category with its members. A new one has no id until it is written. */
export interface Category {
  id: number | undefined;
  slug: string;
  name: string;
  companies: Set<number>;
  documents: Set<number>;
  /** The stored category. */
  before?: Category | undefined;
}

interface Member {
  category_id: number;
  company_id: number;
  document_id: number;
}

/** Returns categories with their members, by slug. */
export async function readMembers(trx: Trx, rows: CategoryRow[]): Promise<Map<string, Category>> {
  const byId = new Map<number, Category>(
    rows.map(({ id, slug, name }) => [id, { id, slug, name, companies: new Set(), documents: new Set() }]),
  );
  for (const row of await rowsWhere<Member>(trx, 'company_categories', 'category_id', byId.keys())) {
    byId.get(row.category_id)!.companies.add(row.company_id);
  }
  for (const row of await rowsWhere<Member>(trx, 'document_categories', 'category_id', byId.keys())) {
    byId.get(row.category_id)!.documents.add(row.document_id);
  }
  return new Map([...byId.values()].map((category) => [category.slug, category]));
}

/**
 * Writes new and changed categories with their members. Companies and documents show their categories, so members
 * that are added or removed change as well. Members that stay are only indexed again when the name changes.
 */
export async function writeCategories(trx: Trx, categories: Category[], now: string): Promise<void> {
  if (categories.length === 0) return;
  const known = categories.filter(({ id }) => id !== undefined);
  await keepUntimed(
    trx,
    'categories',
    known.flatMap(({ id, name, before }) => (name === before?.name ? [] : id!)),
    now,
  );
  await keepVersions(trx, 'company', changedMembers(categories, 'companies'), now);
  await keepVersions(trx, 'document', changedMembers(categories, 'documents'), now);
  await putRows(
    trx,
    'categories',
    categories.map(({ slug, name }) => ({ slug, name })),
    'slug',
  );
  const written = await rowsWhere<CategoryRow>(
    trx,
    'categories',
    'slug',
    categories.map(({ slug }) => slug),
  );
  const idOf = new Map(written.map(({ slug, id }) => [slug, id]));
  for (const category of categories) category.id = idOf.get(category.slug)!;
  const named = categories.filter(({ name, before }) => name !== before?.name);
  await enqueue(
    trx,
    'category',
    named.map(({ id }) => id!),
  );

  await noteChanges(
    trx,
    now,
    categories.map(({ id, slug, name, companies, documents, before }) => ({
      op: 'upsert',
      kind: 'category',
      record: id!,
      key: [slug],
      companies: [],
      fields: before ? changedIn(before, { name, companies, documents }) : null,
    })),
  );
  const companies = await writeLinks(trx, categories, 'companies');
  const documents = await writeLinks(trx, categories, 'documents');
  for (const part of slices(companies.changed)) {
    // A company's hash covers its categories: without one, the next load compares the content itself.
    await trx('companies').whereIn('id', part).update({ updated_at: now, content_hash: '' });
  }
  for (const part of slices(documents.changed)) {
    await trx('documents').whereIn('id', part).update({ updated_at: now });
  }
  await noteChangedRecords(trx, now, 'company', companies.changed, ['categories']);
  await noteChangedRecords(trx, now, 'document', documents.changed, ['categories']);
  await enqueue(trx, 'company', companies.searched);
  await enqueue(trx, 'document', documents.searched);
}

const changedIn = (before: Category, after: Pick<Category, 'name' | 'companies' | 'documents'>): string[] =>
  (['name', 'companies', 'documents'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );

const LINKS = {
  companies: { table: 'company_categories', column: 'company_id' },
  documents: { table: 'document_categories', column: 'document_id' },
};

/** Returns the ids of the companies or documents that are added to a category or removed from it. */
function changedMembers(categories: Category[], members: keyof typeof LINKS): number[] {
  const changed = new Set<number>();
  for (const category of categories) {
    const { removed, added } = membersChanged(category, members);
    for (const id of [...removed, ...added]) changed.add(id);
  }
  return [...changed];
}

function membersChanged(category: Category, members: keyof typeof LINKS) {
  const [before, after] = [category.before?.[members] ?? new Set<number>(), category[members]];
  return {
    after,
    removed: [...before].filter((id) => !after.has(id)),
    added: [...after].filter((id) => !before.has(id)),
  };
}

/** Writes the members of one type. Returns those added or removed, and those to index again. */
async function writeLinks(
  trx: Trx,
  categories: Category[],
  members: keyof typeof LINKS,
): Promise<{ changed: number[]; searched: number[] }> {
  const { table, column } = LINKS[members];
  const changed = new Set<number>();
  const searched = new Set<number>();
  for (const category of categories) {
    const { after, removed, added } = membersChanged(category, members);
    for (const part of slices(removed)) {
      await trx(table).where({ category_id: category.id }).whereIn(column, part).delete();
    }
    await putRows(
      trx,
      table,
      added.map((id) => ({ category_id: category.id, [column]: id })),
    );
    for (const id of [...removed, ...added]) changed.add(id);
    if (category.before && category.before.name !== category.name) for (const id of after) searched.add(id);
  }
  for (const id of changed) searched.add(id);
  return { changed: [...changed], searched: [...searched] };
}

/** Removes all members from categories that are about to be deleted. */
export async function emptyCategories(trx: Trx, ids: number[], now: string): Promise<void> {
  const rows = await rowsWhere<CategoryRow>(trx, 'categories', 'id', ids);
  const categories = [...(await readMembers(trx, rows)).values()];
  const emptied = categories.map((before) => ({
    ...before,
    companies: new Set<number>(),
    documents: new Set<number>(),
    before,
  }));
  await writeCategories(trx, emptied, now);
}

/** A statement binds a limited number of values. */
function* slices(ids: number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += 10_000) yield ids.slice(start, start + 10_000);
}
