import type { SearchDocument } from '@dossier/search';
import type { CompanyRow, Db, FilingRow, Trx } from '@dossier/store';
import { readCompanyNames, writeCik } from './company/index.ts';

/** Common names of the most used forms and their amendments. Source: https://www.sec.gov/forms */
const CALLED: Record<string, string> = {
  '10-K': 'annual report',
  '20-F': 'annual report',
  '40-F': 'annual report',
  '10-Q': 'quarterly report',
  '8-K': 'current report',
  'DEF 14A': 'proxy statement',
  'S-1': 'registration statement',
  'F-1': 'registration statement',
};

/** Returns the search entries of filings: found by the form, its common name, and all names of the company. */
export async function filingSearchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
  const rows = await db<FilingRow>('filings').whereIn('id', ids);
  const companies = await readCompanyNames(
    db,
    await db<CompanyRow>('companies')
      .whereIn('id', [...new Set(rows.map((row) => row.company_id))])
      .select('id', 'name', 'cik', 'legal_entities_json'),
  );
  return rows.map((row) => {
    const { name, legal, tickers, cik } = companies.get(row.company_id)!;
    const filed = `filed by ${name} on ${row.filed_at.slice(0, 10)}`;
    const form = [
      `Form ${row.type}`,
      CALLED[row.type.replace(/\/A$/, '')],
      // The form without punctuation, as in "Apple 10K".
      row.type.replace(/[^\p{L}\p{N}]/gu, ''),
    ].filter((each) => each !== undefined && each !== row.type);
    const company = [...legal, ...tickers, ...(cik === null ? [] : writeCik(cik))];
    const texts = [`${form.join(', ')}, ${filed}`, row.accession_number, company.join(', ')];
    return {
      type: 'filing',
      id: row.id,
      title: `${name}: ${row.name}`,
      excerpt: `${row.type} ${filed}`,
      url: `/filings/${row.id}`,
      date: row.filed_at,
      passages: texts.filter(Boolean).map((text) => ({ title: '', text })),
    };
  });
}
