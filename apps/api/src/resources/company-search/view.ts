import { jsonFor, type Db, type Json } from '@dossier/store';
import { companyFields } from '../../views/companies.ts';
import { companySummary, type CompanySummary, type SummaryField } from './contract.ts';

/** Returns the row of `companies` in a query with its id and the wanted fields, or with all, as SQL. */
export function viewSummary(db: Db, fields: SummaryField[] | undefined): Json<CompanySummary> {
  const { id, ...others } = companyFields(db);
  const wanted = Object.entries(others).filter(([name]) => fields?.includes(name as SummaryField) ?? true);
  const chosen: Partial<typeof others> = Object.fromEntries(wanted);
  return jsonFor(db).object(companySummary, { id, ...chosen });
}
