import { groupBy } from '@dossier/shared';
import { readMergedCompanies, readStatements, type MergedCompany, type Trx } from '@dossier/store';
import type { CompanyReference } from '../../fields/references.ts';
import { namesGiven, namesStated } from './stated-names.ts';

/** The companies that were merged into some stored companies. */
export interface MergedNames {
  merged: MergedCompany[];
  /** Returns the merged company that a record names by its ids, tickers or names, which now find the stored company. */
  meant(reference: CompanyReference, company: number): MergedCompany | undefined;
}

/**
 * Reads what was said about companies before they were merged into these. One statement, unless there are some.
 * @param companies the ids of companies that records do not name by a domain
 */
export async function readMergedNames(trx: Trx, companies: number[]): Promise<MergedNames> {
  const merged = await readMergedCompanies(trx, companies);
  const said = await readStatements(
    trx,
    'company',
    merged.map(({ company_id }) => String(company_id)),
  );
  const namesOf = new Map(
    [...said].map(([id, rows]) => {
      const groups = groupBy(rows, ({ merged_from }) => merged_from ?? Number(id));
      return [Number(id), new Map([...groups].map(([of, some]) => [of, new Set(some.flatMap(namesStated))]))];
    }),
  );
  return {
    merged,
    meant: (reference, company) => {
      const names = namesOf.get(company);
      if (!names) return undefined;
      const known = namesGiven(reference).filter((key) => [...names.values()].some((keys) => keys.has(key)));
      const isMeant = (id: number) => known.length > 0 && known.every((key) => names.get(id)?.has(key));
      if (isMeant(company)) return undefined;
      return merged.find(({ company_id, merged_id }) => company_id === company && isMeant(merged_id));
    },
  };
}
