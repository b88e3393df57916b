import type { Content, Rules } from '@dossier/shared';
import type { Trx } from '@dossier/store';
import { knownDomains, settleCategories } from '../settled.ts';
import type { MergedRecord, StatementRules } from '../statements.ts';

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
