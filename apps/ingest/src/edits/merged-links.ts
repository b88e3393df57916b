import type { Change, CompanyMatchRow, Trx } from '@dossier/store';
import { changesOfOthers, type CompanyLink } from '../ledger/changes.ts';
import type { Kind } from '../kinds/kind.ts';
import { rowsWhere } from '../stored/rows.ts';

/** The links of the records of a kind to a merged company, and the records that were linked to both companies. */
export interface MovedLinks {
  links: CompanyLink[];
  both: number[];
}

type Pair = [from: number, into: number];

/** Returns the links of the records of a kind to a company that is merged into another one. */
export async function readLinks(trx: Trx, { storage }: Kind, [from, into]: Pair): Promise<MovedLinks> {
  if (!storage.companies) return { links: [], both: [] };
  const { table, record } = storage.companies;
  const linksOf = (company: number) => rowsWhere<CompanyLink>(trx, table, 'company_id', [company]);
  const links = await linksOf(from);
  const linked = new Set(links.map((link) => Number(link[record])));
  const others = (await linksOf(into)).map((link) => Number(link[record]));
  return { links, both: others.filter((id) => linked.has(id)) };
}

/** Returns the ids of the matches by name that move with a company. Those that both companies have stay with it. */
export async function movedMatches(trx: Trx, [from, into]: Pair): Promise<number[]> {
  const matchesOf = (company: number) =>
    rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'company_id', [company]);
  const nameOf = ({ source, name_key }: CompanyMatchRow) => JSON.stringify([source, name_key]);
  const known = new Set((await matchesOf(into)).map(nameOf));
  return (await matchesOf(from)).filter((match) => !known.has(nameOf(match))).map(({ id }) => id);
}

const recordOf = ({ storage }: Kind, link: CompanyLink) => Number(link[storage.companies!.record]);

/** Returns the changes that move the links of a company to another one. */
export function moveLinks(
  trx: Trx,
  kind: Kind,
  [from, into]: Pair,
  { links, both }: MovedLinks,
): Promise<Change[]> {
  const shared = new Set(both);
  const ids = links.map((link) => recordOf(kind, link));
  return changesOfOthers(trx, kind, ids, ['companies'], {
    linksOf: (all) =>
      all.flatMap((link) => {
        if (link.company_id !== from) return link;
        return shared.has(recordOf(kind, link)) ? [] : { ...link, company_id: into };
      }),
  });
}

/** Returns the changes that revert `moveLinks`. Records that now name neither company stay as they are. */
export async function returnLinks(
  trx: Trx,
  kind: Kind,
  [from, into]: Pair,
  { links, both }: MovedLinks,
): Promise<Change[]> {
  if (links.length === 0) return [];
  const { table } = kind.storage.companies!;
  const stored = await rowsWhere<CompanyLink>(trx, table, 'company_id', [into]);
  const named = new Set(stored.map((link) => recordOf(kind, link)));
  const back = new Map(
    links.map((link) => [recordOf(kind, link), link] as const).filter(([id]) => named.has(id)),
  );
  const shared = new Set(both);
  return changesOfOthers(trx, kind, back.keys(), ['companies'], {
    linksOf: (all) => {
      const link = back.get(recordOf(kind, all[0]!))!;
      const stay = all.filter((each) => each.company_id !== into || shared.has(recordOf(kind, each)));
      return [...stay, { ...link, company_id: from }];
    },
  });
}
