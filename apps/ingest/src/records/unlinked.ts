import { inParts } from '@dossier/shared';
import { commit, DEFAULT_SOURCE, type StatementRow, type Trx } from '@dossier/store';
import { kinds } from '../kinds/index.ts';
import { readReferences } from '../kinds/read-references.ts';
import { rebuildRecords } from '../kinds/rebuild.ts';
import type { CompanyReference } from '../kinds/references.ts';

/**
 * Removes what rows said about records of companies if the rows name these companies by something that they no longer have,
 * such as an id that an undone run stated.
 * @param companies the ids of the companies
 */
export async function removeUnlinked(trx: Trx, companies: string[], now: string): Promise<void> {
  for (const kind of kinds.filter(({ storage }) => storage.ofCompany)) {
    for (const part of inParts(companies.map(Number))) {
      const rows: StatementRow[] = await trx('statements as s')
        .joinRaw(`join ${kind.storage.table} as r on cast(r.id as text) = s.record_id`)
        .where('s.kind', kind.name)
        .whereIn('r.company_id', part)
        .whereNotNull('s.named_json')
        .whereNotNull('s.content_json')
        .whereNull('s.held')
        .whereNull('s.merged_from')
        .select('s.*');
      const given = rows.map(({ named_json, source }): CompanyReference => {
        const named = JSON.parse(named_json!) as CompanyReference;
        return source === DEFAULT_SOURCE ? named : { ...named, source };
      });
      const references = await readReferences(trx, given);
      const lost = rows.filter(
        (_, i) =>
          references.company(given[i]!) === undefined &&
          references.problem(given[i]!).startsWith('unknown company'),
      );
      if (lost.length === 0) continue;
      await commit(trx, now, { claims: { remove: lost.map(({ id }) => Number(id)) } });
      await rebuildRecords(trx, kind, [...new Set(lost.map(({ record_id }) => record_id))], now);
    }
  }
}
