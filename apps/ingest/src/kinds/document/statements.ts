import { groupBy, type Content, type Rules } from '@dossier/shared';
import {
  addStatedBodies,
  bodyReference,
  type CategoryRow,
  type Db,
  type DocumentBodyRow,
  type DocumentCompanyRow,
  type DocumentRow,
  type Trx,
} from '@dossier/store';
import { OWN } from '../category-links.ts';
import { mainDomains, rowsWhere } from '../rows.ts';
import { knownDomains, settleCategories } from '../settled.ts';
import { withoutNulls } from '../statement-content.ts';
import type { DocumentCategoryRow } from './stored.ts';
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
  stated: statedByDocuments,
  keepStated: async (trx, ids) => {
    for (const part of bodyParts(ids)) {
      const rows = await rowsWhere<DocumentBodyRow>(trx, 'document_bodies', 'document_id', part);
      await addStatedBodies(
        trx,
        rows.map(({ content_json }) => content_json),
      );
    }
  },
  settled: settledDocuments,
};

/** The number of bodies read at once. A body may have a megabyte. */
const BODIES = 20;

function* bodyParts(ids: (string | number)[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += BODIES) yield ids.slice(start, start + BODIES).map(Number);
}

/** Returns stored documents in the form that a source uses. */
async function statedByDocuments(
  db: Db | Trx,
  given: (string | number)[],
): ReturnType<StatementRules['stated']> {
  const rows = await rowsWhere<DocumentRow>(db, 'documents', 'id', given.map(Number));
  const ids = rows.map(({ id }) => id);
  const links = await rowsWhere<DocumentCompanyRow>(db, 'document_companies', 'document_id', ids);
  const domains = await mainDomains(
    db,
    links.map(({ company_id }) => company_id),
  );
  const companies = groupBy(links, ({ document_id }) => document_id);
  const categories = groupBy(await ownCategories(db, ids), ({ document_id }) => document_id);
  const references = new Map<number, object>();
  for (const part of bodyParts(ids))
    for (const body of await rowsWhere<DocumentBodyRow>(db, 'document_bodies', 'document_id', part))
      references.set(body.document_id, bodyReference(body.content_json));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        source: row.source,
        content: withoutNulls({
          ...{ slug: row.slug, title: row.title, type: row.type, date: row.published_at },
          updated: row.last_publication_date === row.published_at ? null : row.last_publication_date,
          ...{ summary: row.preview_description, image: row.preview_image },
          ...{ web_url: row.web_url, pdf_url: row.pdf_url, filing: row.filing },
          companies: companies
            .get(row.id)
            ?.map(({ company_id, relation }) => ({ domain: domains.get(company_id), relation })),
          categories: categories.get(row.id)?.map(({ name }) => name),
          content: references.get(row.id),
        }),
      },
    ]),
  );
}

/** Returns the categories that the rows of documents state. */
async function ownCategories(db: Db | Trx, ids: number[]): Promise<{ document_id: number; name: string }[]> {
  const all = await rowsWhere<DocumentCategoryRow>(db, 'document_categories', 'document_id', ids);
  const links = all.filter(({ stated }) => OWN.includes(stated));
  const used = links.map(({ category_id }) => category_id);
  const categories = await rowsWhere<CategoryRow>(db, 'categories', 'id', used);
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return links.map(({ document_id, category_id }) => ({ document_id, name: names.get(category_id)! }));
}

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
