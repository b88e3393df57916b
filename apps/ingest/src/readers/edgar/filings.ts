import { extname } from 'node:path';
import { parseTime } from '@dossier/shared';
import { ARCHIVE } from './addresses.ts';
import { textOf, type Submissions } from './submissions.ts';

/** The filings of a submissions file, in its order, as records of the kind filing. */
export function* edgarFilings({ cik, columns }: Submissions): Generator<Record<string, unknown>> {
  const names = Object.keys(columns);
  const count = Math.max(0, ...names.map((name) => columns[name]!.length));
  for (let i = 0; i < count; i++) {
    const source = Object.fromEntries(names.map((name) => [name, columns[name]![i]]));
    yield filingRecord(cik, source);
  }
}

function filingRecord(cik: string, row: Record<string, unknown>): Record<string, unknown> {
  const accession = textOf(row['accessionNumber']);
  const form = textOf(row['form']);
  const document = textOf(row['primaryDocument']);
  const accepted = textOf(row['acceptanceDateTime']);
  return {
    company_cik: cik,
    accession_number: accession,
    name: form && filingName(form, textOf(row['primaryDocDescription'])),
    type: form,
    format: document === undefined ? 'txt' : extname(document).slice(1).toLowerCase() || null,
    region: 'US',
    // The times of older filings may be missing or malformed; the date never is.
    filed_at: (accepted && parseTime(accepted)) ?? textOf(row['filingDate']),
    url: accession && filingUrl(cik, accession, document),
  };
}

/** The main document; the oldest filings have none, but the whole submission is one text file. */
function filingUrl(cik: string, accession: string, document: string | undefined): string {
  const number = String(Number(cik));
  if (document === undefined) return `${ARCHIVE}/${number}/${accession}.txt`;
  const path = document.split('/').map(encodeURIComponent).join('/');
  return `${ARCHIVE}/${number}/${accession.replaceAll('-', '')}/${path}`;
}

/** Descriptions that filing software writes when nobody gives one. */
const NO_DESCRIPTION =
  /^((primary|main|auto-generated paper) document( description)?|doc(ument)? one|1|none)$/i;

/** The form, with the description where it says more than the form. */
function filingName(form: string, description: string | undefined): string {
  if (description === undefined || NO_DESCRIPTION.test(description)) return form;
  const bare = description
    .replace(/^form\s+/i, '')
    .replace(/\s+(submission|filing)$/i, '')
    .trim();
  if (bare === '' || bare.toLowerCase() === form.toLowerCase()) return form;
  const says = bare.toLowerCase().startsWith(`${form.toLowerCase()} `)
    ? bare.slice(form.length).trim()
    : bare;
  return `${form}: ${says}`.slice(0, 500);
}
