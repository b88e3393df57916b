import type { CompanyRow, Db, DocumentRow, FilingRow } from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import { rowsWhere } from '../stored/rows.ts';
import { secHosts } from '../readers/edgar/addresses.ts';
import type { Parsed } from '../rows/types.ts';
import type { EdgarClient } from './client.ts';

/** The forms with a report of a company, which are read unless others are named. */
export const REPORTS = '10-K,10-Q,20-F,40-F';

/** A stored filing whose text can be read. */
export interface FilingText {
  accession: string;
  /** Its main document, or the text file of the whole submission. */
  url: string;
  /** `Acme, Inc.: 10-K, 2024-02-01` */
  title: string;
  /** The day of filing. */
  date: string;
  domains: string[];
}

/** Filings by accession number, and counts of the others, by reason. */
interface FilingTexts {
  texts: Map<string, FilingText>;
  leftOut: Record<string, number>;
}

/**
 * Finds the stored filings of companies whose text is not stored yet.
 * @param forms names of forms, separated by commas
 */
export async function findTexts(db: Db, ciks: string[], forms: string): Promise<FilingTexts> {
  const isWanted = new Set(forms.split(',').map(fold));
  const companies = await rowsWhere<CompanyRow>(db, 'companies', 'cik', ciks, ['id', 'name', 'domain']);
  const byId = new Map(companies.map((company) => [company.id, company]));
  const all = await rowsWhere<FilingRow>(db, 'filings', 'company_id', byId.keys());
  const filings = all.filter(({ type }) => isWanted.has(fold(type)));
  const accessions = filings.map((filing) => filing.accession_number);
  const rows = await rowsWhere<DocumentRow>(db, 'documents', 'filing', accessions, ['filing']);
  const stored = new Set(rows.map(({ filing }) => filing));
  const texts = new Map<string, FilingText>();
  const leftOut = { 'filings of other forms': all.length - filings.length, [HAVING]: 0, [NO_PAGE]: 0 };
  for (const { accession_number: accession, company_id, type, filed_at, source_url: url } of filings) {
    const { name, domain } = byId.get(company_id)!;
    const known = texts.get(accession);
    if (known) known.domains.push(domain);
    else if (stored.has(accession)) leftOut[HAVING]++;
    else if (!PAGE.test(url)) leftOut[NO_PAGE]++;
    else {
      const date = filed_at.slice(0, 10);
      texts.set(accession, { accession, url, title: `${name}: ${type}, ${date}`, date, domains: [domain] });
    }
  }
  return { texts, leftOut };
}

const HAVING = 'filings with a text';
const NO_PAGE = 'filings without an HTML page on sec.gov';
const PAGE = /^https:\/\/www\.sec\.gov\/.*\.(?:html?|txt)$/i;
const fold = (form: string) => form.trim().toLowerCase();

/** Reads the text of a filing as a document. @throws Unreadable, LoadError */
export async function readText(text: FilingText, client: EdgarClient, www: string): Promise<Parsed> {
  const { accession, url, title, date, domains } = text;
  const place = { file: url.slice(url.lastIndexOf('/') + 1), row: 1, raw: null };
  const page = await client.get(url.replace(secHosts.www, www), decode);
  if (page === undefined) return { ...place, reason: `missing text: EDGAR does not have ${url}` };
  const read = findKind('document')!.formats!['html']!.parse(page, place.file, { date, type: 'company' });
  if ('reason' in read) return { ...place, reason: read.reason };
  const { content } = read.record as { content: object };
  const companies = domains.map((domain) => ({ domain, relation: 'subject' }));
  const value = { slug: `filing-${accession}`, title, type: 'company', date, web_url: url, companies };
  return { ...place, value: { ...value, filing: accession, content }, warnings: read.warnings };
}

/** Decodes a page of the SEC, which is in UTF-8 or, like many older ones, in Windows-1252. */
function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    const decoder = new TextDecoder('windows-1252');
    // Without streaming, Node 20 decodes the bytes from 80 to 9F as control characters.
    return decoder.decode(body, { stream: true }) + decoder.decode();
  }
}
