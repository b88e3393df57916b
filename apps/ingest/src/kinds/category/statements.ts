import type { Content, Rules } from '@dossier/shared';
import { readStatements, type CategoryRow, type Db, type Trx } from '@dossier/store';
import { LINKS, OWN } from '../../stored/category-links.ts';
import { toSlug } from '../../fields/slug.ts';
import { knownDomains, rowsWhere, storedValues } from '../../stored/rows.ts';
import type { MergedRecord, StatementRules } from '../kind.ts';

const fold = (text: string) => text.trim().toLowerCase();

/** How the statements of several sources about a category are merged. */
const categoryRules: Rules = {
  name: 'needed',
  companies: { itemKey: fold },
  documents: { itemKey: (slug: string) => slug },
};

/**
 * The source of categories without statements: companies and documents made them. It has no rank, so that the name that a
 * feed of categories states always wins.
 */
const UNKNOWN = 'unknown';

export const categoryStatements: StatementRules = {
  rulesOf: () => categoryRules,
  // Links without statements are stated by the companies and documents.
  named: async (db, ids) => {
    const rows = await rowsWhere<CategoryRow>(db, 'categories', 'id', ids.map(Number));
    return new Map(rows.map(({ id, slug, name }) => [id, { source: UNKNOWN, content: { slug, name } }]));
  },
  settled: async (trx, merged) => {
    const domains = await knownDomains(
      trx,
      merged.flatMap(({ record }) => listOf(record, 'companies')),
    );
    const slugs = merged.flatMap(({ record }) => listOf(record, 'documents'));
    const documents = await storedValues(trx, 'documents.slug', slugs);
    return merged.map(({ record }: MergedRecord) => ({
      ...record,
      companies: listOf(record, 'companies').filter((domain) => domains.has(domain)),
      documents: listOf(record, 'documents').filter((slug) => documents.has(slug)),
    }));
  },
  remains: categoriesNamed,
};

const listOf = (record: Content, field: string) => (record[field] ?? []) as string[];

/**
 * Returns the categories that companies or documents name, with the name that the first of these states.
 * @param ids ids of categories
 */
async function categoriesNamed(
  trx: Db | Trx,
  ids: (string | number)[],
): Promise<Map<string | number, Content>> {
  const rows = await rowsWhere<CategoryRow>(trx, 'categories', 'id', ids.map(Number));
  const bySlug = new Map(rows.map(({ id, slug, name }) => [slug, { id, slug, name, said: Infinity }]));
  const named = new Set<number>();
  for (const kind of ['company', 'document'] as const) {
    const { table, column } = LINKS[kind];
    const links: Record<string, number>[] = await trx(table)
      .whereIn('category_id', ids.map(Number))
      .whereIn('stated', OWN)
      .select('category_id', column);
    for (const link of links) named.add(link['category_id']!);
    const members = links.map((link) => String(link[column]));
    for (const statements of (await readStatements(trx, kind, members)).values())
      for (const { id, content_json } of statements) {
        const content = content_json === null ? {} : (JSON.parse(content_json) as Content);
        for (const name of listOf(content, 'categories')) {
          const category = bySlug.get(toSlug(name));
          if (category && Number(id) < category.said) Object.assign(category, { name, said: Number(id) });
        }
      }
  }
  const stay = [...bySlug.values()].filter(({ id }) => named.has(id));
  return new Map(stay.map(({ id, slug, name }) => [id, { slug, name, companies: [], documents: [] }]));
}
