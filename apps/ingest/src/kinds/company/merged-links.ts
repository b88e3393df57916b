import type { Change, CompanyMatchRow, Trx } from '@dossier/store';
import { changesOfOthers, type DocumentLink } from '../changes.ts';
import { rowsWhere } from '../rows.ts';

/** The moved rows of a merge that have no statements. */
export interface MovedLinks {
  /** The links of documents to the merged company, and the documents that were linked to both companies. */
  links: DocumentLink[];
  both: number[];
  /** The matches that moved. Those that both companies have stay with the merged company. */
  matches: number[];
}

/** Returns the documents and the matches by name of a company that is merged into another one. */
export async function readLinks(trx: Trx, [from, into]: [from: number, into: number]): Promise<MovedLinks> {
  const linksOf = (company: number) =>
    rowsWhere<DocumentLink>(trx, 'document_companies', 'company_id', [company]);
  const links = await linksOf(from);
  const documents = new Set(links.map(({ document_id }) => document_id));
  const shared = (await linksOf(into)).filter(({ document_id }) => documents.has(document_id));
  const both = shared.map(({ document_id }) => document_id);
  const nameOf = ({ source, name_key }: CompanyMatchRow) => JSON.stringify([source, name_key]);
  const ours = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'company_id', [into]);
  const theirs = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'company_id', [from]);
  const known = new Set(ours.map(nameOf));
  const matches = theirs.filter((match) => !known.has(nameOf(match))).map(({ id }) => id);
  return { links, both, matches };
}

/** Returns the changes that move the documents of a company to another one. */
export function moveDocuments(
  trx: Trx,
  [from, into]: [from: number, into: number],
  { links, both }: MovedLinks,
): Promise<Change[]> {
  const shared = new Set(both);
  const ids = links.map(({ document_id }) => document_id);
  return changesOfOthers(trx, 'document', ids, ['companies'], {
    partsOf: (all) =>
      all.flatMap((link) => {
        if (link.company_id !== from) return link;
        return shared.has(link.document_id) ? [] : { ...link, company_id: into };
      }),
  });
}

/** Returns the changes that revert `moveDocuments`. Documents that now name neither company stay as they are. */
export async function returnDocuments(
  trx: Trx,
  [from, into]: [from: number, into: number],
  { links, both }: MovedLinks,
): Promise<Change[]> {
  const stored = await rowsWhere<DocumentLink>(trx, 'document_companies', 'company_id', [into]);
  const named = new Set(stored.map(({ document_id }) => document_id));
  const back = new Map(
    links.filter(({ document_id }) => named.has(document_id)).map((link) => [link.document_id, link]),
  );
  const shared = new Set(both);
  return changesOfOthers(trx, 'document', back.keys(), ['companies'], {
    partsOf: (all) => {
      const link = back.get(all[0]!.document_id)!;
      const stay = all.filter(
        ({ company_id, document_id }) => company_id !== into || shared.has(document_id),
      );
      return [...stay, { ...link, company_id: from }];
    },
  });
}
