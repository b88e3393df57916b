import { extname } from 'node:path';
import { isDate, parseTime } from '@dossier/shared';
import { ARCHIVE } from './addresses.ts';
import { textOf, type Submissions } from './submissions.ts';

/** Converts the filings of a submissions file, in its order, to filing records. */
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
    filed_at: filedAt(textOf(row['filingDate']), accepted),
    url: accession && filingUrl(cik, accession, document),
  };
}

/**
 * Returns the time of a filing on its filing date, which decides its day. A filing accepted after 5:30 p.m. in Washington
 * has the date of the next business day; its time would be on another day, and is left out.
 */
function filedAt(date: string | undefined, accepted: string | undefined): string | undefined {
  // Older filings may have no time or a malformed one, but always a date.
  const time = accepted && parseTime(accepted);
  const isOther = date !== undefined && isDate(date) && !time?.startsWith(date);
  return time && !isOther ? time : date;
}

/** Returns the URL of the main document. The oldest filings have none; their whole submission is one text file. */
function filingUrl(cik: string, accession: string, document: string | undefined): string {
  const number = String(Number(cik));
  if (document === undefined) return `${ARCHIVE}/${number}/${accession}.txt`;
  const path = document.split('/').map(encodeURIComponent).join('/');
  return `${ARCHIVE}/${number}/${accession.replaceAll('-', '')}/${path}`;
}

/** Default descriptions of filing software. */
const NO_DESCRIPTION =
  /^((primary|main|auto-generated paper) document( description)?|doc(ument)? one|1|none)$/i;

/** Returns the form, and the description if it says more than the form. */
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
