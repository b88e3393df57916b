import { inParts } from '@dossier/shared';
import {
  enqueue,
  insertRows,
  keepVersions,
  type CompanyMatchRow,
  type DocumentCompanyRow,
  type Trx,
} from '@dossier/store';
import { noteChangedRecords } from '../changes.ts';
import { rowsWhere } from '../rows.ts';

type Link = DocumentCompanyRow & { published_at: string };

/** The moved rows of a merge that have no statements. */
export interface MovedLinks {
  /** The links of documents to the merged company, and the documents that were linked to both companies. */
  links: Link[];
  both: number[];
  /** The matches by name that moved, and those that both companies had. */
  matches: number[];
  twins: CompanyMatchRow[];
}

/** Moves the documents and the matches by name of a company to another one. */
export async function moveLinks(
  trx: Trx,
  now: string,
  [from, into]: [from: number, into: number],
): Promise<MovedLinks> {
  const links = (await trx('document_companies').where({ company_id: from })) as Link[];
  const both = (await trx('document_companies')
    .where({ company_id: into })
    .whereIn('document_id', trx('document_companies').where({ company_id: from }).select('document_id'))
    .pluck('document_id')) as number[];
  await trx('document_companies').where({ company_id: from }).delete();
  const shared = new Set(both);
  const given = links.filter(({ document_id }) => !shared.has(document_id));
  await insertRows(
    trx,
    'document_companies',
    given.map((link) => ({ ...link, company_id: into })),
  );

  const documents = links.map(({ document_id }) => document_id);
  await noteChangedRecords(trx, now, 'document', documents, ['companies']);

  const nameOf = ({ source, name_key }: CompanyMatchRow) => JSON.stringify([source, name_key]);
  const ours = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'company_id', [into]);
  const theirs = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'company_id', [from]);
  const known = new Set(ours.map(nameOf));
  const matches = theirs.filter((match) => !known.has(nameOf(match))).map(({ id }) => id);
  for (const part of inParts(matches))
    await trx('company_matches').whereIn('id', part).update({ company_id: into });
  return { links, both, matches, twins: theirs.filter((match) => known.has(nameOf(match))) };
}

/** Reverts `moveLinks`. Documents that now name neither company stay as they are. */
export async function returnLinks(
  trx: Trx,
  now: string,
  [from, into]: [from: number, into: number],
  { links, both, matches, twins }: MovedLinks,
): Promise<void> {
  const stored = await rowsWhere<Link>(trx, 'document_companies', 'company_id', [into]);
  const named = new Set(stored.map(({ document_id }) => document_id));
  const back = links.filter(({ document_id }) => named.has(document_id));
  const ids = back.map(({ document_id }) => document_id);
  await keepVersions(trx, 'document', ids, now);
  const shared = new Set(both);
  for (const part of inParts(ids.filter((id) => !shared.has(id))))
    await trx('document_companies').where({ company_id: into }).whereIn('document_id', part).delete();
  await insertRows(
    trx,
    'document_companies',
    back.map((link) => ({ ...link, company_id: from })),
  );
  for (const part of inParts(ids)) await trx('documents').whereIn('id', part).update({ updated_at: now });
  await noteChangedRecords(trx, now, 'document', ids, ['companies']);
  await enqueue(trx, 'document', ids);
  for (const part of inParts(matches))
    await trx('company_matches').where({ company_id: into }).whereIn('id', part).update({ company_id: from });
  await insertRows(trx, 'company_matches', twins);
}
