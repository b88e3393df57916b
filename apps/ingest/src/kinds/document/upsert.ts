import {
  enqueue,
  keepUntimed,
  keepVersions,
  noteChanges,
  type Change,
  type DocumentBodyRow,
  type DocumentRow,
  type Trx,
} from '@dossier/store';
import type { Outcome, SeenKeys } from '../kind.ts';
import { enqueueTextChange, storedAccessions } from '../filing-texts.ts';
import { readReferences, type References } from '../references.ts';
import { lacking, putRows, rowsWhere } from '../rows.ts';
import { findCategories } from './categories.ts';
import { mergeDocument, type Merged } from './merge.ts';
import { storePictures } from './pictures.ts';
import type { DocumentRecord } from './record.ts';
import { readStoredDocuments, type StoredDocument } from './stored.ts';

const UNKNOWN_FILING = 'unknown filing: until it is loaded, search finds its text as a document';

/** Bodies per statement: a body may have a megabyte. */
const BODIES = 20;

/**
 * Stores a batch of documents: see `Kind.upsert`. Rejects a slug that this load has seen before (even with the same
 * content: one of the two files is a mistake), a slug of another source, an unknown company, and a new document without
 * title, date or content.
 * `updated_at` moves when the document, its companies or its categories change.
 */
export async function upsertDocuments(
  trx: Trx,
  records: DocumentRecord[],
  now: string,
  seenKeys: SeenKeys,
): Promise<Outcome[]> {
  const stored = await readStoredDocuments(trx, records);
  const named = records.flatMap((record) => record.companies ?? []);
  const companies = await readReferences(
    trx,
    named.map(({ domain }) => ({ company: domain })),
  );
  await seenKeys.read(records.map(({ slug }) => slug));
  const reasons = records.map((record, index) => {
    const reason = rejectionOf(record, stored.get(record.slug), companies, seenKeys);
    if (reason === undefined) seenKeys.add(record.slug, index);
    return reason;
  });
  const accepted = records.filter((_, index) => reasons[index] === undefined);
  const names = accepted.flatMap((record) => record.categories ?? []);
  const context = { companies, categories: await findCategories(trx, now, names), now };
  const decisions = records.map((record, index) => {
    const reason = reasons[index];
    return reason === undefined ? mergeDocument(record, stored.get(record.slug), context) : { reason };
  });
  const merged = decisions.flatMap((each) => ('reason' in each ? [] : [each]));
  await compareBodies(trx, merged, stored);
  const touched = merged.filter(({ outcome }) => outcome !== 'unchanged');
  const slugs = new Set(touched.map(({ row }) => row.slug));
  const pictures = accepted.filter(({ slug }) => slugs.has(slug)).flatMap((record) => record.pictures);
  await storePictures(trx, pictures, now);
  const ids = await writeDocuments(trx, touched, stored, now);
  await noteChanges(
    trx,
    now,
    touched.map((each) => changeOf(ids.get(each.row.slug)!, each, stored.get(each.row.slug))),
  );
  await enqueueTextChange(
    trx,
    touched.flatMap(({ row }) => [row.filing, stored.get(row.slug)?.row.filing]),
  );
  const filings = await storedAccessions(
    trx,
    accepted.flatMap(({ filing }) => filing ?? []),
  );
  return decisions.map((each, index): Outcome => {
    if ('reason' in each) return { outcome: 'rejected', reason: each.reason };
    const { slug, filing, warnings } = records[index]!;
    const id = ids.get(slug) ?? stored.get(slug)!.row.id;
    const unknown = filing != null && !filings.has(filing) ? [UNKNOWN_FILING] : [];
    return { outcome: each.outcome, id, warnings: [...warnings, ...each.warnings, ...unknown] };
  });
}

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
  const ids = [...byId.keys()];
  for (let start = 0; start < ids.length; start += BODIES) {
    const part = ids.slice(start, start + BODIES);
    for (const row of await rowsWhere<DocumentBodyRow>(trx, 'document_bodies', 'document_id', part)) {
      const document = byId.get(row.document_id)!;
      if (row.content_json === document.body) document.outcome = 'unchanged';
    }
  }
}

function rejectionOf(
  record: DocumentRecord,
  stored: StoredDocument | undefined,
  references: References,
  seenKeys: SeenKeys,
): string | undefined {
  const earlier = seenKeys.find(record.slug);
  if (earlier !== undefined)
    return `duplicate slug: ${earlier} has "${record.slug}" too; give one of them another slug`;
  const owner = stored?.row.source ?? null;
  if (owner !== null && owner !== record.source) {
    const way = `if it is another document, load it with --slug-prefix; if it is the same, with --source ${JSON.stringify(owner)}`;
    return `duplicate slug: "${record.slug}" is a document of the source ${owner}; ${way}`;
  }
  if (stored && owner === null && isAnother(record, stored)) {
    const { title, published_at } = stored.row;
    const way = `if it is another document, load it with --slug-prefix; if it is the same, delete the stored one first: npm run ingest -- delete documents ${record.slug}`;
    return `duplicate slug: "${record.slug}" is the document ${JSON.stringify(title)} of ${published_at.slice(0, 10)}, and this one has another title and date; ${way}`;
  }
  const unknown = record.companies?.find(({ domain }) => !references.company({ company: domain }));
  if (unknown) return references.problem({ company: unknown.domain });
  return stored ? undefined : lacking('document', record, ['title', 'date', 'content']);
}

/**
 * Returns whether a record is another document than the stored one, which no source names: one with another title and
 * another day. A new edition keeps one of the two.
 */
const isAnother = ({ title, date }: DocumentRecord, { row }: StoredDocument): boolean =>
  title !== undefined &&
  date !== undefined &&
  title.trim().toLowerCase() !== row.title.trim().toLowerCase() &&
  date.slice(0, 10) !== row.published_at.slice(0, 10);

/** The companies are those before and after the change: a document that leaves a company changes there, too. */
function changeOf(
  record: number,
  { row, companies, fields }: Merged,
  stored: StoredDocument | undefined,
): Change {
  const all = new Set([...(stored?.companies.keys() ?? []), ...companies.keys()]);
  return { op: 'upsert', kind: 'document', record, key: [row.slug], companies: [...all], fields };
}

/** Writes new and changed documents with their parts and outbox rows, and returns their ids by slug. */
async function writeDocuments(
  trx: Trx,
  documents: Merged[],
  stored: Map<string, StoredDocument>,
  now: string,
): Promise<Map<string, number>> {
  if (documents.length === 0) return new Map();
  const known = documents.flatMap(({ row, body }) => {
    const id = stored.get(row.slug)?.row.id;
    return id === undefined ? [] : [{ id, hasBody: body !== undefined }];
  });
  await keepVersions(
    trx,
    'document',
    known.map(({ id }) => id),
    now,
  );
  const withBody = known.filter(({ hasBody }) => hasBody);
  await keepUntimed(
    trx,
    'document_bodies',
    withBody.map(({ id }) => id),
    now,
  );
  const slugs = documents.map(({ row }) => row.slug);
  await putRows(
    trx,
    'documents',
    documents.map(({ row }) => row),
    'slug',
  );
  const written = await rowsWhere<DocumentRow>(trx, 'documents', 'slug', slugs);
  const idOf = new Map(written.map(({ slug, id }) => [slug, id]));
  const rows = <T extends object>(items: (document: Merged) => Iterable<T>) =>
    documents.flatMap((each) =>
      [...items(each)].map((item) => ({ document_id: idOf.get(each.row.slug)!, ...item })),
    );

  const bodies = rows(({ body }) => (body === undefined ? [] : [{ content_json: body }]));
  for (let start = 0; start < bodies.length; start += BODIES) {
    await putRows(trx, 'document_bodies', bodies.slice(start, start + BODIES), 'document_id');
  }
  const ids = [...idOf.values()];
  for (const table of ['document_companies', 'document_categories']) {
    await trx(table).whereIn('document_id', ids).delete();
  }
  await putRows(
    trx,
    'document_companies',
    rows(({ row: { published_at }, companies }) =>
      [...companies].map(([company_id, relation]) => ({ company_id, relation, published_at })),
    ),
  );
  await putRows(
    trx,
    'document_categories',
    rows(({ categories }) => [...categories].map((category_id) => ({ category_id }))),
  );
  await enqueue(trx, 'document', ids);
  return idOf;
}

/** Queues the filings whose texts are about to be deleted. */
export async function detachTexts(trx: Trx, ids: number[]): Promise<void> {
  const rows = await rowsWhere<DocumentRow>(trx, 'documents', 'id', ids, ['filing']);
  await enqueueTextChange(
    trx,
    rows.map(({ filing }) => filing),
  );
}
