import type { Content, Rules } from '@dossier/shared';
import type { Trx } from '@dossier/store';
import { toSlug } from '../../fields/slug.ts';
import { knownDomains, storedValues } from '../../stored/rows.ts';
import type { MergedRecord, StatementRules } from '../kind.ts';

const fold = (text: string) => text.trim().toLowerCase();

/** How the statements of several sources about a document are merged. The content comes from one source as a whole. */
const documentRules: Rules = {
  ...{ title: 'needed', date: 'needed', content: 'needed' },
  type: { default: 'market' },
  ...{ updated: 'value', summary: 'value', image: 'value', web_url: 'value', pdf_url: 'value' },
  filing: 'value',
  companies: { itemKey: ({ domain }: { domain: string }) => domain },
  categories: { itemKey: fold },
};

export const documentStatements: StatementRules = {
  rulesOf: () => documentRules,
  unsettable: ['content'],
  settled: settledDocuments,
};

async function settledDocuments(trx: Trx, merged: MergedRecord[], now: string): Promise<Content[]> {
  const companiesOf = ({ companies }: Content) => (companies ?? []) as { domain: string }[];
  const all = await settleCategories(trx, merged, now);
  const known = await knownDomains(
    trx,
    all.flatMap((record) => companiesOf(record).map(({ domain }) => domain)),
  );
  return all.map((record) => ({
    ...record,
    companies: companiesOf(record).filter(({ domain }) => known.has(domain)),
    ...{ pictures: [], warnings: [] },
  }));
}

/**
 * Removes the categories of merged records that were deleted after their sources named them. A category that a statement
 * of the current transaction names may be new.
 */
async function settleCategories(trx: Trx, merged: MergedRecord[], now: string): Promise<Content[]> {
  const namesOf = ({ categories }: Content) => (categories ?? []) as string[];
  const names = merged.flatMap(({ record }) => namesOf(record));
  const slugs = await storedValues(trx, 'categories.slug', names.map(toSlug));
  const known = await storedValues(trx, 'categories.name', names);
  return merged.map(({ record, said }) => {
    const fresh = said.flatMap(({ observedAt, content }) =>
      observedAt === now && content ? namesOf(content) : [],
    );
    const stays = (name: string) => slugs.has(toSlug(name)) || known.has(name) || fresh.includes(name);
    return Array.isArray(record['categories'])
      ? { ...record, categories: namesOf(record).filter(stays) }
      : record;
  });
}
