import { liveStatements } from '@dossier/shared';
import {
  insertRows,
  keepVersions,
  type CompanyExternalIdRow,
  type StoredStatement,
  type Trx,
} from '@dossier/store';
import { noteChangedRecords } from '../changes.ts';
import { idKey } from '../references.ts';
import { rowsWhere } from '../rows.ts';

/** Sets the external ids of companies to those in their statements. */
export async function restoreExternalIds(
  trx: Trx,
  companies: { id: number; said: StoredStatement[] }[],
  now: string,
): Promise<void> {
  const ids = companies.map(({ id }) => id);
  const rows = await rowsWhere<CompanyExternalIdRow>(trx, 'company_external_ids', 'company_id', ids);
  const changed: number[] = [];
  for (const { id, said } of companies) {
    const wanted = new Map(
      liveStatements(said)
        .flatMap(idsOf)
        .map((each) => [idKey(each.source, each.external_id), each]),
    );
    const stored = rows.filter((row) => row.company_id === id);
    const unsaid = stored.filter((row) => !wanted.has(idKey(row.source, row.external_id)));
    for (const row of stored) wanted.delete(idKey(row.source, row.external_id));
    if (unsaid.length + wanted.size === 0) continue;
    await keepVersions(trx, 'company', [id], now);
    for (const { source, external_id } of unsaid)
      await trx('company_external_ids').where({ company_id: id, source, external_id }).delete();
    await insertRows(
      trx,
      'company_external_ids',
      [...wanted.values()].map((each) => ({ ...each, company_id: id })),
    );
    // The hash covers the ids: without one, the next load compares the content itself.
    await trx('companies').where({ id }).update({ updated_at: now, content_hash: '' });
    changed.push(id);
  }
  await noteChangedRecords(trx, now, 'company', changed, ['external_ids']);
}

type ExternalId = Pick<CompanyExternalIdRow, 'source' | 'external_id'>;

/** Returns the ids in a statement: that of its source, or those that an earlier release has stored. */
function idsOf({ source, content }: StoredStatement): ExternalId[] {
  const { external_id, external_ids } = content as { external_id?: string; external_ids?: ExternalId[] };
  return [...(external_id === undefined ? [] : [{ source, external_id }]), ...(external_ids ?? [])];
}
