import { jsonFor, type Db, type Json } from '@dossier/store';
import { companyFields, financialsField } from '../../views/companies.ts';
import { companySummary, type CompanySummary, type SummaryField } from './contract.ts';

/** Returns the row of `companies` in a query with its id and the wanted fields, or with all, as SQL. */
export function viewSummary(db: Db, fields: SummaryField[] | undefined): Json<CompanySummary> {
  const { id, ...others } = companyFields(db);
  const all = { ...others, financials: financialsField(db) };
  const wanted = Object.entries(all).filter(
    ([name]) => fields?.includes(name as SummaryField) ?? name in others,
  );
  const chosen: Partial<typeof all> = Object.fromEntries(wanted);
  return jsonFor(db).object(companySummary, { id, ...chosen });
}
