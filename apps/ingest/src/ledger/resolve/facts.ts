import { companyRules, groupBy, inParts, liveStatements, mergeStatements, recordOf } from '@dossier/shared';
import {
  readRanks,
  statementOf,
  type CompanyListingRow,
  type Db,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { factsOf, type Facts } from '../../kinds/company/facts.ts';
import { rowsWhere } from '../../stored/rows.ts';

/**
 * Returns what is sure of companies: what their sources say, without the rows that found them through a match that no
 * person has accepted. A row never agrees with what it says itself.
 */
export async function readSureFacts(trx: Db | Trx, ids: number[]): Promise<Map<number, Facts>> {
  const facts = new Map<number, Facts>();
  const companies = [...new Set(ids)];
  if (companies.length === 0) return facts;
  const ranks = await readRanks(trx);
  const rows: StatementRow[] = [];
  for (const part of inParts(companies.map(String))) {
    const said: StatementRow[] = await trx('statements as s')
      .leftJoin('company_matches as m', 'm.id', 's.match_id')
      .where('s.kind', 'company')
      .whereIn('s.record_id', part)
      .where((sure) => void sure.whereNull('s.match_id').orWhere('m.status', 'accepted'))
      .orderBy('s.id')
      .select('s.*');
    rows.push(...said);
  }
  const said = groupBy(rows, ({ record_id }) => Number(record_id));
  const stored = new Map(
    (await rowsWhere<StoredFacts>(trx, 'companies', 'id', companies)).map((row) => [row.id, row]),
  );
  const listings = groupBy(
    await rowsWhere<CompanyListingRow>(trx, 'company_listings', 'company_id', companies),
    ({ company_id }) => company_id,
  );
  for (const [id, row] of stored) {
    const live = liveStatements((said.get(id) ?? []).map((each) => statementOf(each, ranks)));
    if (live.length > 0) facts.set(id, factsOf(recordOf(mergeStatements(live, companyRules), companyRules)));
    // Rows that were stored without statements.
    else {
      const { type, founding_year, headquarters_city, headquarters_country } = row;
      facts.set(id, {
        ...{ type, founding_year, headquarters_city, headquarters_country },
        people: [],
        entities: (JSON.parse(row.legal_entities_json) as { name: string }[]).map(({ name }) => name),
        listings: listings.get(id) ?? [],
      });
    }
  }
  return facts;
}

type StoredFacts = { id: number; legal_entities_json: string } & Omit<
  Facts,
  'people' | 'entities' | 'listings'
>;
