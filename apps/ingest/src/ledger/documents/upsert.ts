import { inParts } from '@dossier/shared';
import {
  commit,
  type Change,
  type DocumentBodyRow,
  type StoredStatement,
  type Target,
  type Trx,
} from '@dossier/store';
import { documentKind } from '../../kinds/document/index.ts';
import { linksOf } from '../../stored/category-links.ts';
import type { Outcome } from '../outcome.ts';
import type { SeenKeys } from '../seen-keys.ts';
import { entriesOfTexts, storedAccessions } from '../../stored/filing-texts.ts';
import { readReferences, type References } from '../resolve/read-references.ts';
import { rowsWhere } from '../../stored/rows.ts';
import { missingFieldsReason } from '../../fields/merge.ts';
import { findCategories } from '../categories/named.ts';
import { conflictOf } from './conflict.ts';
import { mergeDocument, type Merged } from './merge.ts';
import { mergeStated } from './merge-stated.ts';
import type { DocumentRecord } from '../../kinds/document/record.ts';
import { noStatements, type Statements } from '../statements/statements.ts';
import { slugOfPage, slugsOf } from './page-slug.ts';
import { readStoredDocuments, storePictures, type StoredDocument } from './stored.ts';

const UNKNOWN_FILING = 'unknown filing: until it is loaded, search finds its text as a document';

/** Bodies per statement: a body may have a megabyte. */
const BODIES = 20;

/**
 * Stores a batch of documents: see `upsert`. Rejects a slug that this load has seen before (even with the same
 * content: one of the two files is a mistake), the slug of another document, an unknown company, and a new document
 * without title, date or content. A slug that comes from a page is not rejected, but gets its folder: see `slugOfPage`.
 * `updated_at` moves when the document, its companies or its categories change.
 */
export async function upsertDocuments(
  trx: Trx,
  given: DocumentRecord[],
  now: string,
  seenKeys: SeenKeys,
  statements: Statements = noStatements,
): Promise<Outcome[]> {
  const possible = given.flatMap((record) => slugsOf(record).map((slug) => ({ ...record, slug })));
  const stored = await readStoredDocuments(trx, possible);
  const named = await companiesNamed(trx, given);
  await statements.read(
    trx,
    documentKind,
    [...stored.values()].map(({ row }) => row.id),
  );
  await seenKeys.read(possible.map(({ slug }) => slug));
  const reasons: (string | undefined)[] = [];
  const records = given.map((each, index) => {
    const record = { ...each, slug: slugOfPage(each, { stored, statements, seenKeys }) };
    const before = stored.get(record.slug);
    const said = before && statements.about(before.row.id);
    const reason = rejectionOf(record, { stored: before, said, references: named, seenKeys });
    if (reason === undefined)
      for (const slug of [record.slug, ...slugsOf(each).slice(1)]) seenKeys.add(slug, index);
    reasons.push(reason);
    return record;
  });
  const accepted = records.filter((_, index) => reasons[index] === undefined);
  const targets = new Map(accepted.map(({ slug }) => [slug, { id: stored.get(slug)?.row.id }]));
  const wholes = await mergeStated(trx, records, { targets, reasons, statements });
  const all = [...wholes.values()];
  const names = all.flatMap((record) => record.categories ?? []);
  const context = {
    companies: await companiesNamed(trx, all),
    categories: await findCategories(trx, now, names),
    now,
  };
  const decisions = records.map((record, index) => {
    const reason = reasons[index];
    return reason === undefined
      ? mergeDocument(wholes.get(record.slug)!, stored.get(record.slug), context)
      : { reason };
  });
  const merged = decisions.flatMap((each) => ('reason' in each ? [] : [each]));
  await compareBodies(trx, merged, stored);
  const touched = merged.filter(({ outcome }) => outcome !== 'unchanged');
  // The content of another source may count again later, so its pictures are kept too.
  await storePictures(
    trx,
    accepted.flatMap((record) => record.pictures),
    now,
  );
  const links = await linksOf(
    trx,
    'document',
    touched.map(({ row, categories }) => [targets.get(row.slug)!, categories]),
  );
  const changes = touched.map((each) => {
    const target = targets.get(each.row.slug)!;
    return changeOf(target, each, { stored: stored.get(each.row.slug), links: links.get(target)! });
  });
  const reindex = await entriesOfTexts(
    trx,
    touched.flatMap(({ row }) => [row.filing, stored.get(row.slug)?.row.filing]),
  );
  await commit(trx, now, { changes, statements: statements.changes(), reindex });
  const filings = await storedAccessions(
    trx,
    accepted.flatMap(({ filing }) => filing ?? []),
  );
  return decisions.map((each, index): Outcome => {
    if ('reason' in each) return { outcome: 'rejected', reason: each.reason };
    const { slug, filing, warnings } = records[index]!;
    const unknown = filing != null && !filings.has(filing) ? [UNKNOWN_FILING] : [];
    const id = targets.get(slug)!.id!;
    return { outcome: each.outcome, id, warnings: [...warnings, ...each.warnings, ...unknown] };
  });
}

/** Finds the companies that documents name. */
const companiesNamed = (trx: Trx, records: Pick<DocumentRecord, 'companies'>[]): Promise<References> =>
  readReferences(
    trx,
    records.flatMap(({ companies }) => (companies ?? []).map(({ domain }) => ({ company: domain }))),
  );

/**
 * Marks documents as unchanged whose hash differs from the stored one although the content does not: see `statesSame`.
 */
async function compareBodies(
  trx: Trx,
  documents: Merged[],
  stored: Map<string, StoredDocument>,
): Promise<void> {
  const open = documents.filter(({ outcome, isSameButBody }) => outcome === 'changed' && isSameButBody);
  const byId = new Map(open.map((each) => [stored.get(each.row.slug)!.row.id, each]));
  for (const part of inParts([...byId.keys()], BODIES)) {
    for (const row of await rowsWhere<DocumentBodyRow>(trx, 'document_bodies', 'document_id', part)) {
      const document = byId.get(row.document_id)!;
      if (row.content_json === document.body) document.outcome = 'unchanged';
    }
  }
}

function rejectionOf(
  record: DocumentRecord,
  {
    stored,
    said,
    references,
    seenKeys,
  }: {
    stored: StoredDocument | undefined;
    said: StoredStatement[] | undefined;
    references: References;
    seenKeys: SeenKeys;
  },
): string | undefined {
  const earlier = seenKeys.find(record.slug);
  if (earlier !== undefined)
    return `duplicate slug: ${earlier} has "${record.slug}" too; give one of them another slug`;
  const conflict = stored && said && conflictOf(record, stored.row, said);
  if (conflict !== undefined) return `duplicate slug: "${record.slug}" is ${conflict}`;
  const unknown = record.companies?.find(({ domain }) => !references.company({ company: domain }));
  if (unknown) return references.problem({ company: unknown.domain });
  return stored ? undefined : missingFieldsReason('document', record, ['title', 'date', 'content']);
}

/** The companies are those before and after the change: a document that leaves a company changes there, too. */
function changeOf(
  record: Target,
  { row, body, companies, fields }: Merged,
  { stored, links }: { stored: StoredDocument | undefined; links: object[] },
): Change {
  const all = new Set([...(stored?.companies.keys() ?? []), ...companies.keys()]);
  const { published_at } = row;
  return {
    op: 'upsert',
    kind: 'document',
    record,
    isNew: record.id === undefined,
    key: [row.slug],
    companies: [...all],
    fields,
    row,
    parts: {
      ...(body !== undefined && { document_bodies: [{ content_json: body }] }),
      document_companies: [...companies].map(([company_id, relation]) => ({
        ...{ company_id, relation, published_at },
      })),
      document_categories: links,
    },
  };
}
