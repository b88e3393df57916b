import {
  enqueue,
  keepUntimed,
  keepVersions,
  noteChanges,
  type CategoryRow,
  type StatedBy,
  type Trx,
} from '@dossier/store';
import { LINKS, OF_CATEGORY } from '../category-links.ts';
import { noteChangedRecords } from '../changes.ts';
import { companyStatements } from '../company/statements.ts';
import { documentStatements } from '../document/statements.ts';
import { putRows, rowsWhere } from '../rows.ts';
import { seedStatements } from '../statement-seeds.ts';

/** A category with the members that its own rows state. A new one has no id until it is written. */
export interface Category {
  id: number | undefined;
  slug: string;
  name: string;
  companies: Set<number>;
  documents: Set<number>;
  /** The stored category. */
  before?: StoredCategory | undefined;
}

/** A stored category. */
export interface StoredCategory extends Category {
  /** All its members, with who states them. */
  links: { companies: Map<number, StatedBy>; documents: Map<number, StatedBy> };
}

interface Member {
  category_id: number;
  company_id: number;
  document_id: number;
  stated: StatedBy;
}

/** Returns categories with their members, by slug. */
export async function readMembers(trx: Trx, rows: CategoryRow[]): Promise<Map<string, StoredCategory>> {
  const byId = new Map<number, StoredCategory>(
    rows.map(({ id, slug, name }) => [
      id,
      {
        ...{ id, slug, name, companies: new Set(), documents: new Set() },
        links: { companies: new Map(), documents: new Map() },
      },
    ]),
  );
  for (const members of MEMBERS) {
    const { table, column } = LINKS[KIND[members]];
    for (const row of await rowsWhere<Member>(trx, table, 'category_id', byId.keys())) {
      const category = byId.get(row.category_id)!;
      category.links[members].set(row[column], row.stated);
      if (OF_CATEGORY.includes(row.stated)) category[members].add(row[column]);
    }
  }
  return new Map([...byId.values()].map((category) => [category.slug, category]));
}

const MEMBERS = ['companies', 'documents'] as const;
const KIND = { companies: 'company', documents: 'document' } as const;
type Members = (typeof MEMBERS)[number];

/** Returns how a category differs from the stored one in what the API shows. */
export function outcomeOf(category: Category): 'new' | 'changed' | 'unchanged' {
  if (!category.before) return 'new';
  return changedIn(category).length > 0 ? 'changed' : 'unchanged';
}

/**
 * Writes new and changed categories with their members. Companies and documents show their categories, so members
 * that are added or removed change as well. Members that stay are only indexed again when the name changes.
 */
export async function writeCategories(trx: Trx, all: Category[], now: string): Promise<void> {
  const categories = all.filter((category) => outcomeOf(category) !== 'unchanged');
  await writeStatedBy(trx, all);
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
    categories.map((category) => ({
      op: 'upsert',
      kind: 'category',
      record: category.id!,
      key: [category.slug],
      companies: [],
      fields: category.before ? changedIn(category) : null,
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

/** Returns the fields in which a category differs from the stored one. */
function changedIn(category: Category): string[] {
  const isOther = (members: Members) => {
    const { added, removed } = membersChanged(category, members);
    return added.length + removed.length > 0;
  };
  return [...(category.name === category.before?.name ? [] : ['name']), ...MEMBERS.filter(isOther)];
}

/** Returns the ids of the companies or documents that are added to categories or removed from them. */
function changedMembers(categories: Category[], members: Members): number[] {
  const changed = new Set<number>();
  for (const category of categories) {
    const { removed, added } = membersChanged(category, members);
    for (const id of [...removed, ...added]) changed.add(id);
  }
  return [...changed];
}

/** Returns how the members of a category change. Members whose own rows state the category stay. */
function membersChanged(category: Category, members: Members) {
  const before = category.before?.links[members] ?? new Map<number, StatedBy>();
  const after = category[members];
  const withStated = (stated: StatedBy) => [...before].filter((link) => link[1] === stated).map(([id]) => id);
  return {
    added: [...after].filter((id) => !before.has(id)),
    removed: withStated(2).filter((id) => !after.has(id)),
    /** Members whose own rows state the category too: those that its rows state now, and those that they state no longer. */
    joined: withStated(1).filter((id) => after.has(id)),
    left: withStated(3).filter((id) => !after.has(id)),
    after: [...before.keys(), ...after],
  };
}

/** Writes who states the members that stay. */
async function writeStatedBy(trx: Trx, categories: Category[]): Promise<void> {
  for (const category of categories)
    for (const members of MEMBERS) {
      const { table, column } = LINKS[KIND[members]];
      const { joined, left } = membersChanged(category, members);
      for (const [ids, stated] of [[joined, 3] as const, [left, 1] as const])
        for (const part of slices(ids))
          await trx(table).where({ category_id: category.id }).whereIn(column, part).update({ stated });
    }
}

/** Writes the members of one type. Returns those added or removed, and those to index again. */
async function writeLinks(
  trx: Trx,
  categories: Category[],
  members: Members,
): Promise<{ changed: number[]; searched: number[] }> {
  const { table, column } = LINKS[KIND[members]];
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
      added.map((id) => ({ category_id: category.id, [column]: id, stated: 2 })),
    );
    for (const id of [...removed, ...added]) changed.add(id);
    if (category.before && category.before.name !== category.name) for (const id of after) searched.add(id);
  }
  for (const id of changed) searched.add(id);
  return { changed: [...changed], searched: [...searched] };
}

/**
 * Removes all members from categories that are about to be deleted. Members of an earlier release get statements first, so
 * that the deletion can be undone.
 */
export async function emptyCategories(trx: Trx, ids: number[], now: string): Promise<void> {
  const rows = await rowsWhere<CategoryRow>(trx, 'categories', 'id', ids);
  const categories = [...(await readMembers(trx, rows)).values()];
  const own = (members: Members) => categories.flatMap(({ links }) => [...links[members].keys()]);
  await seedStatements(trx, { name: 'company', statements: companyStatements }, own('companies'));
  await seedStatements(trx, { name: 'document', statements: documentStatements }, own('documents'));
  const ofCategory = (links: Map<number, StatedBy>) =>
    new Map([...links.keys()].map((id): [number, StatedBy] => [id, 2]));
  const emptied = categories.map(({ links, ...before }) => ({
    ...before,
    companies: new Set<number>(),
    documents: new Set<number>(),
    before: {
      ...before,
      links: { companies: ofCategory(links.companies), documents: ofCategory(links.documents) },
    },
  }));
  await writeCategories(trx, emptied, now);
}

/** A statement binds a limited number of values. */
function* slices(ids: number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += 10_000) yield ids.slice(start, start + 10_000);
}
