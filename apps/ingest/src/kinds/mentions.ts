import type { Content, Rebuilt } from '@dossier/shared';
import type { StatementRow, Trx } from '@dossier/store';
import { toSlug } from './company/slug.ts';
import { kinds } from './index.ts';
import type { Kind } from './kind.ts';
import { rebuildRecords } from './rebuild.ts';
import { rowsWhere } from './rows.ts';
import { readNames, type RecordId } from './storage.ts';

/** The records that others name: companies by their domains, documents and categories by their slugs. */
interface Named {
  domains: Set<string>;
  documents: Set<string>;
  categories: Set<string>;
}

/** The number of statements read at once. */
const AT_ONCE = 5000;

/** Returns the names of restored records. @param restored ids by kind */
export async function namesOfRestored(trx: Trx, restored: Map<string, RecordId[]>): Promise<Named> {
  const of = async (kind: string, table: string, column: string, by: string) => {
    const rows = await rowsWhere<Record<string, string>>(trx, table, by, restored.get(kind) ?? [], [column]);
    return rows.map((row) => row[column]!);
  };
  return {
    domains: new Set([
      ...(await of('company', 'company_domains', 'domain', 'company_id')),
      ...(await of('company', 'company_aliases', 'name', 'company_id')),
    ]),
    documents: new Set(await of('document', 'documents', 'slug', 'id')),
    categories: new Set([
      ...(await of('category', 'categories', 'slug', 'id')),
      // Rows name a category by its name. The slug of the category may differ from the slug of that name.
      ...(await of('category', 'categories', 'name', 'id')).map(toSlug),
    ]),
  };
}

/**
 * Stores records again if their statements name restored or merged records. This restores their links: of companies and
 * documents with their categories, and categories and documents with their members.
 */
export async function rebuildMentions(
  trx: Trx,
  { domains = new Set(), documents = new Set(), categories = new Set() }: Partial<Named>,
  now: string,
): Promise<Map<Kind, Rebuilt>> {
  const rebuilt = new Map<Kind, Rebuilt>();
  const isNamed: Record<string, (content: Content) => boolean> = {
    company: (content) => textsOf(content, 'categories').some((name) => categories.has(toSlug(name))),
    document: (content) =>
      textsOf(content, 'companies').some((domain) => domains.has(domain)) ||
      textsOf(content, 'categories').some((name) => categories.has(toSlug(name))),
    category: (content) =>
      textsOf(content, 'companies').some((domain) => domains.has(domain)) ||
      textsOf(content, 'documents').some((slug) => documents.has(slug)),
  };
  const isOpen = {
    company: categories.size > 0,
    document: categories.size + domains.size > 0,
    category: documents.size + domains.size > 0,
  };
  for (const kind of kinds) {
    if (!isOpen[kind.name as keyof typeof isOpen]) continue;
    // Rows contain the names of categories, not their slugs, so a query for slugs would miss them.
    const words = categories.size === 0 ? [...domains, ...documents] : undefined;
    const ids = await recordsThat(trx, kind, { meets: isNamed[kind.name]!, words });
    if (ids.length > 0) rebuilt.set(kind, await rebuildRecords(trx, kind, ids, now));
  }
  return rebuilt;
}

/** The most words that one query looks for. */
const MOST_WORDS = 20;

/**
 * Returns the ids of stored records with a statement that meets a condition.
 * @param options.words words of which each such statement contains at least one, if they are known
 */
async function recordsThat(
  trx: Trx,
  kind: Kind,
  { meets, words }: { meets: (content: Content) => boolean; words: string[] | undefined },
): Promise<string[]> {
  const found = new Set<string>();
  for (let last = 0; ;) {
    const query = trx<StatementRow>('statements').where({ kind: kind.name });
    if (words && words.length <= MOST_WORDS)
      void query.where((any) => {
        for (const word of words) void any.orWhereLike('content_json', `%${word}%`);
      });
    const rows = await query
      .where('id', '>', last)
      .whereNotNull('content_json')
      .orderBy('id')
      .limit(AT_ONCE)
      .select('id', 'record_id', 'content_json');
    for (const { record_id, content_json } of rows)
      if (meets(JSON.parse(content_json!) as Content)) found.add(record_id);
    if (rows.length < AT_ONCE) break;
    last = Number(rows.at(-1)!.id);
  }
  const stored = await readNames(trx, kind.storage, [...found].map(Number));
  return [...stored.keys()].map(String);
}

/** Returns the texts of a list, or the domains of its items. */
function textsOf(content: Content, field: string): string[] {
  const list = [content[field] ?? [], content[`add_${field}`] ?? []].flat();
  return list.map((item) => (typeof item === 'string' ? item : String((item as Content)['domain'])));
}
