import type { Passage, SearchDocument } from '@dossier/search';
import { companyNameKey, type DocumentContent } from '@dossier/shared';
import type { CompanyRow, Db, DocumentBodyRow, DocumentRow, FilingRow, Trx } from '@dossier/store';
import { readCompanyNames, writeCik } from '../company/names.ts';
import { passagesOf } from '../document/search.ts';
import { readTexts } from '../../stored/filing-texts.ts';

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

/** Returns the search entries of filings: found by the form, its common name, all names of the company, and the text. */
export async function filingSearchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
  const rows = await db<FilingRow>('filings').whereIn('id', ids);
  const companies = await readCompanyNames(
    db,
    await db<CompanyRow>('companies')
      .whereIn('id', [...new Set(rows.map((row) => row.company_id))])
      .select('id', 'name', 'cik', 'legal_entities_json'),
  );
  const sections = await readSections(db, rows);
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
      companies: [row.company_id],
      form: row.type,
      aliases: [row.accession_number, ...formsOf([name, ...legal, ...tickers], row.type)],
      title: `${name}: ${row.name}`,
      excerpt: `${row.type} ${filed}`,
      url: `/filings/${row.id}`,
      date: row.filed_at,
      passages: [
        ...texts.filter(Boolean).map((text) => ({ title: '', text })),
        ...(sections.get(row.accession_number) ?? []),
      ],
    };
  });
}

/** Returns what people type who look for the filings of one form: `Apple 10-K`. */
const formsOf = (names: string[], form: string): string[] => [
  ...new Set(names.map((name) => `${companyNameKey(name)} ${form}`)),
];

/** Returns the sections of the filings whose texts are stored as documents, by accession number. */
async function readSections(db: Db | Trx, rows: FilingRow[]): Promise<Map<string, Passage[]>> {
  const texts = await readTexts(
    db,
    rows.map((row) => row.accession_number),
  );
  if (texts.size === 0) return new Map();
  const documents = await db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .whereIn('documents.id', [...texts.values()])
    .select<(DocumentRow & DocumentBodyRow)[]>('filing', 'content_json', 'preview_description');
  return new Map(
    documents.map(({ filing, content_json, preview_description }) => {
      const { sections } = JSON.parse(content_json) as DocumentContent;
      return [filing!, passagesOf(sections, preview_description)];
    }),
  );
}
