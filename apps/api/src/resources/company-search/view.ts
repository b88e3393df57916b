import { jsonFor, type Db, type Json } from '@dossier/store';
import { companyFields, financialsField } from '../../views/companies.ts';
import { companySummary, type CompanySummary, type SummaryField } from './contract.ts';

/** Returns a company of the list as SQL: its id and `fields`, by default all but `financials`. */
export function viewSummary(db: Db, fields: SummaryField[] | undefined): Json<CompanySummary> {
  const { id, ...others } = companyFields(db);
  const available = { ...others, financials: financialsField(db) };
  const wanted = Object.entries(available).filter(
    ([name]) => fields?.includes(name as SummaryField) ?? name in others,
  );
  const chosen: Partial<typeof available> = Object.fromEntries(wanted);
  return jsonFor(db).object(companySummary, { id, ...chosen });
}
