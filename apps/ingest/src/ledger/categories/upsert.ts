import { commit, type CategoryRow, type DocumentRow, type Trx } from '@dossier/store';
import { toSlug } from '../../fields/slug.ts';
import { categoryKind, type CategoryRecord } from '../../kinds/category/index.ts';
import { rowsWhere } from '../../stored/rows.ts';
import type { Outcome } from '../outcome.ts';
import type { SeenKeys } from '../seen-keys.ts';
import { readReferences } from '../resolve/read-references.ts';
import { noStatements, type Statements } from '../statements/statements.ts';
import {
  changesOfCategories,
  outcomeOf,
  readMembers,
  type Category,
  type StoredCategory,
} from './members.ts';

/** Stores a batch of categories: see `upsert`. */
export async function upsertCategories(
  trx: Trx,
  records: CategoryRecord[],
  now: string,
  seenKeys: SeenKeys,
  statements: Statements = noStatements,
): Promise<Outcome[]> {
  const given = await findMembers(trx, records);
  const stored = await readStored(trx, records);
  await statements.read(
    trx,
    categoryKind,
    [...stored.values()].map(({ id }) => id!),
  );
  await seenKeys.read(records.map((each) => slugOf(each, stored)));

  const reasons: (string | undefined)[] = [];
  const wholes: { record: CategoryRecord; category: Category }[] = [];
  records.forEach((each, index) => {
    const slug = slugOf(each, stored);
    reasons[index] = rejectionOf(each, slug, given, seenKeys);
    if (reasons[index] !== undefined) return;
    const before = stored.get(slug);
    const category: Category = {
      ...{ id: before?.id, slug, name: each.name },
      ...{ companies: before?.companies ?? new Set(), documents: before?.documents ?? new Set() },
      before,
    };
    seenKeys.add(slug, index);
    const { record, keep } = statements.merge(index, each, category, { identity: { slug } });
    keep();
    wholes.push({ record, category });
  });

  const members = await findMembers(
    trx,
    wholes.map(({ record }) => record),
  );
  // A member that another source states may have been deleted.
  for (const { record, category } of wholes) {
    category.name = record.name;
    if (record.companies !== undefined)
      category.companies = stillStored(record.companies, (domain) => members.company(domain)?.id);
    if (record.documents !== undefined)
      category.documents = stillStored(record.documents, (slug) => members.documents.get(slug));
  }
  const outcomes = wholes.map(({ category }) => outcomeOf(category));
  const written = await changesOfCategories(
    trx,
    wholes.map(({ category }) => category),
  );
  await commit(trx, now, { ...written, statements: statements.changes() });
  let next = 0;
  return reasons.map((reason): Outcome => {
    if (reason !== undefined) return { outcome: 'rejected', reason };
    const outcome = outcomes[next]!;
    // A new category gets its id when it is written.
    return { outcome, id: wholes[next++]!.category.id! };
  });
}

const stillStored = (list: string[] | null, idOf: (key: string) => number | undefined): Set<number> =>
  new Set((list ?? []).flatMap((key) => idOf(key) ?? []));

/** The stored companies and documents that records name. */
interface Members {
  company(domain: string): { id: number } | undefined;
  /** Ids by slug. */
  documents: Map<string, number>;
  problem(domain: string): string;
}

async function findMembers(trx: Trx, records: CategoryRecord[]): Promise<Members> {
  const references = await readReferences(
    trx,
    records.flatMap(({ companies }) => (companies ?? []).map((company) => ({ company }))),
  );
  const slugs = records.flatMap(({ documents }) => documents ?? []);
  const documents = await rowsWhere<DocumentRow>(trx, 'documents', 'slug', slugs, ['id', 'slug']);
  return {
    company: (company) => references.company({ company }),
    documents: new Map(documents.map(({ slug, id }) => [slug, id])),
    problem: (company) => references.problem({ company }),
  };
}

function rejectionOf(
  { companies, documents }: CategoryRecord,
  slug: string,
  members: Members,
  seenKeys: SeenKeys,
): string | undefined {
  if (slug === '') return 'missing slug: none can be made from the name; add a "slug"';
  const earlier = seenKeys.find(slug);
  if (earlier !== undefined) return `duplicate slug: ${earlier} has "${slug}" too`;
  const stranger = companies?.find((domain) => !members.company(domain));
  if (stranger !== undefined) return members.problem(stranger);
  const missing = documents?.find((document) => !members.documents.has(document));
  return missing === undefined
    ? undefined
    : `unknown document: no document has the slug "${missing}"; load it first`;
}

/** Returns the stored categories that the records may name, by slug. */
async function readStored(trx: Trx, records: CategoryRecord[]): Promise<Map<string, StoredCategory>> {
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
function slugOf({ slug, name }: CategoryRecord, stored: Map<string, StoredCategory>): string {
  if (slug !== undefined) return slug;
  return [...stored.values()].find((category) => category.name === name)?.slug ?? toSlug(name);
}
