import type { CategoryRow, Change, Commit, MemberChange, Reindex, StatedBy, Trx } from '@dossier/store';
import { LINKS, OF_CATEGORY } from '../../stored/category-links.ts';
import { changesOfOthers } from '../changes.ts';
import { companyKind } from '../../kinds/company/index.ts';
import { documentKind } from '../../kinds/document/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { rowsWhere } from '../../stored/rows.ts';

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
    const { table, column } = LINK[members];
    for (const row of await rowsWhere<Member>(trx, table, 'category_id', byId.keys())) {
      const category = byId.get(row.category_id)!;
      category.links[members].set(row[column], row.stated);
      if (OF_CATEGORY.includes(row.stated)) category[members].add(row[column]);
    }
  }
  return new Map([...byId.values()].map((category) => [category.slug, category]));
}

const MEMBERS = ['companies', 'documents'] as const;
const LINK = { companies: LINKS.company, documents: LINKS.document };
const KIND: Record<Members, Kind> = { companies: companyKind, documents: documentKind };
type Members = (typeof MEMBERS)[number];

/** Returns how a category differs from the stored one in what the API shows. */
export function outcomeOf(category: Category): 'new' | 'changed' | 'unchanged' {
  if (!category.before) return 'new';
  return changedIn(category).length > 0 ? 'changed' : 'unchanged';
}

/**
 * Returns what new and changed categories write. Companies and documents show their categories, so members that are added
 * or removed change as well. Members that stay are only indexed again when the name changes.
 */
export async function changesOfCategories(
  trx: Trx,
  all: Category[],
): Promise<Required<Omit<Commit, 'statements'>>> {
  const categories = all.filter((category) => outcomeOf(category) !== 'unchanged');
  const changes = categories.map((category): Change => ({
    ...{ op: 'upsert', kind: 'category', record: category, isNew: !category.before },
    ...{ key: [category.slug], companies: [], row: { slug: category.slug, name: category.name } },
    fields: category.before ? changedIn(category) : null,
  }));
  const members: MemberChange[] = [];
  const reindex: Reindex[] = [];
  for (const memberType of MEMBERS) {
    const { table } = LINK[memberType];
    const changed = new Set<number>();
    for (const category of all) {
      const { staying, added, removed, joined, left } = membersChanged(category, memberType);
      members.push({
        ...{ category, table, drop: [...removed, ...joined, ...left] },
        put: [...stating(added, 2), ...stating(joined, 3), ...stating(left, 1)],
      });
      for (const id of [...removed, ...added]) changed.add(id);
      if (category.before && category.before.name !== category.name)
        reindex.push({ kind: KIND[memberType].name, ids: staying });
    }
    // A company's hash covers its categories: without one, the next load compares the content itself.
    const columns = memberType === 'companies' ? { content_hash: '' } : {};
    changes.push(...(await changesOfOthers(trx, KIND[memberType], changed, ['categories'], { columns })));
  }
  return { changes, members, reindex };
}

const stating = (ids: number[], stated: StatedBy) => ids.map((id) => ({ id, stated }));

/** Returns the fields in which a category differs from the stored one. */
function changedIn(category: Category): string[] {
  const isOther = (members: Members) => {
    const { added, removed } = membersChanged(category, members);
    return added.length + removed.length > 0;
  };
  return [...(category.name === category.before?.name ? [] : ['name']), ...MEMBERS.filter(isOther)];
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
    staying: [...before.keys()].filter((id) => after.has(id) || before.get(id) !== 2),
  };
}

/**
 * Returns what removes all members from categories that are about to be deleted.
 */
export async function withoutMembers(trx: Trx, ids: number[]): Promise<Commit> {
  const rows = await rowsWhere<CategoryRow>(trx, 'categories', 'id', ids);
  const categories = [...(await readMembers(trx, rows)).values()];
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
  const { changes, members } = await changesOfCategories(trx, emptied);
  return { changes: changes.filter(({ kind }) => kind !== 'category'), members };
}
