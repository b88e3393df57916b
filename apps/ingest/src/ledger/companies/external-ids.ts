import { groupBy, liveStatements } from '@dossier/shared';
import type { Change, CompanyExternalIdRow, StoredStatement, Trx } from '@dossier/store';
import { changesOfOthers } from '../changes.ts';
import { idKey } from '../../fields/references.ts';
import { rowsWhere } from '../../stored/rows.ts';
import { companyKind } from '../../kinds/company/index.ts';

/** Returns the changes that give companies the external ids in their statements. */
export async function changesOfIds(
  trx: Trx,
  companies: { id: number; said: StoredStatement[] }[],
): Promise<Change[]> {
  const ids = companies.map(({ id }) => id);
  const rows = groupBy(
    await rowsWhere<CompanyExternalIdRow>(trx, 'company_external_ids', 'company_id', ids),
    ({ company_id }) => company_id,
  );
  const changed = new Map<number, object[]>();
  for (const { id, said } of companies) {
    const wanted = new Map(
      liveStatements(said)
        .flatMap(idsOf)
        .map((each) => [idKey(each.source, each.external_id), each]),
    );
    const stored = new Set((rows.get(id) ?? []).map((row) => idKey(row.source, row.external_id)));
    const isSame = wanted.size === stored.size && [...wanted.keys()].every((key) => stored.has(key));
    if (!isSame) changed.set(id, [...wanted.values()]);
  }
  // The hash covers the ids: without one, the next load compares the content itself.
  const columns = { content_hash: '' };
  const changes = await changesOfOthers(trx, companyKind, changed.keys(), ['external_ids'], { columns });
  return changes.map((each) => ({
    ...each,
    parts: { company_external_ids: changed.get(Number(each.record.id))! },
  }));
}

type ExternalId = Omit<CompanyExternalIdRow, 'company_id'>;

/** Returns the id that a source states, if it states one. */
function idsOf({ source, content }: StoredStatement): ExternalId[] {
  const { external_id } = content as { external_id?: string };
  return external_id === undefined ? [] : [{ source, external_id }];
}
