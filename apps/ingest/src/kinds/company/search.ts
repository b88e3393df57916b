import type { SearchDocument } from '@dossier/search';
import { groupBy } from '@dossier/shared';
import type { CompanyRow, Db, Trx } from '@dossier/store';

/** About how long an excerpt is, in UTF-16 code units. */
const EXCERPT_LENGTH = 240;

/** The search entries of companies: found by name, description, people, places, tickers, domains, categories. */
export async function companySearchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
  const keys = ids.map(Number);
  const rows = await db<CompanyRow>('companies').whereIn('id', keys);
  const words = async (table: string, column: string) =>
    groupBy(
      await db(table)
        .whereIn('company_id', keys)
        .orderBy(column)
        .select<{ company_id: number; word: string }[]>('company_id', `${column} as word`),
      (row) => row.company_id,
    );
  const domains = await words('company_domains', 'domain');
  const tickers = await words('company_listings', 'ticker');
  const categories = groupBy(
    await db('company_categories')
      .join('categories', 'categories.id', 'company_categories.category_id')
      .whereIn('company_id', keys)
      .orderBy('name')
      .select<{ company_id: number; word: string }[]>('company_id', 'name as word'),
    (row) => row.company_id,
  );
  return rows.map((row) => {
    const people = JSON.parse(row.key_people_json) as Record<'founders' | 'ceo', { name: string }[]>;
    const facts = [
      [row.headquarters_city, row.headquarters_country],
      (categories.get(row.id) ?? []).map(({ word }) => word),
      [...new Set([...people.founders, ...people.ceo].map(({ name }) => name))],
      (tickers.get(row.id) ?? []).map(({ word }) => word),
      (domains.get(row.id) ?? []).map(({ word }) => word),
    ].map((group) => group.filter(Boolean).join(', '));
    const passages = [row.description ?? '', facts.filter(Boolean).join('; ')];
    return {
      type: 'company',
      id: String(row.id),
      title: row.name,
      excerpt: shorten(passages.find(Boolean) ?? ''),
      url: `/${row.slug}`,
      date: row.updated_at,
      passages: passages.filter(Boolean).map((text) => ({ title: '', text })),
    };
  });
}

/** Cut between words. */
function shorten(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')}…`;
}
