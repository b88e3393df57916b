import type { Parsed } from '../../rows/types.ts';
import { cikOf } from './submissions.ts';

const ARCHIVES = 'https://www.sec.gov/Archives';

/** CIK, date and path, which end a row; form and name come before them. */
const TAIL = /\s(\d{1,10})\s+(\d{4})-?(\d{2})-?(\d{2})\s+(edgar\/data\/\S*?(\d{10}-\d{2}-\d{6})\.txt)\s*$/;

/** The filings of known companies in an index, and the number of all others. */
interface FormIndex {
  rows: Parsed[];
  others: number;
}

/**
 * Parses a daily or quarterly index by form, `form.20200318.idx` or `form.idx`: a head, a line of dashes, and one row of
 * fixed columns per filing. Column widths have changed over the years. A day without filings has an index without rows.
 * https://www.sec.gov/Archives/edgar/full-index/
 * @param isKnown returns whether a company is stored, by the ten digits of its CIK
 * @throws an error when the file has no head, or ends in the middle of a row
 */
export function readFormIndex(text: string, file: string, isKnown: (cik: string) => boolean): FormIndex {
  const lines = text.split(/\r?\n/);
  const dashes = lines.findIndex((line) => /^-{20,}\s*$/.test(line));
  if (dashes < 1) throw new Error('it has no head');
  const width = lines[dashes - 1]!.indexOf('Company Name');
  const last = lines.at(-1)!;
  if (last.trim() !== '' && !TAIL.test(last)) throw new Error('it ends in the middle of a row');
  const rows: Parsed[] = [];
  let others = 0;
  lines.slice(dashes + 1).forEach((line, i) => {
    if (line.trim() === '') return;
    const row = dashes + 2 + i;
    const match = TAIL.exec(line);
    if (!match) {
      rows.push({ file, row, reason: 'wrong format: the row has no CIK, date and file name', raw: line });
      return;
    }
    const [, number, year, month, day, path, accession] = match;
    const cik = cikOf(number)!;
    if (!isKnown(cik)) {
      others++;
      return;
    }
    const form = formOf(line, width);
    const value = {
      company_cik: cik,
      accession_number: accession,
      name: form,
      type: form,
      format: 'txt',
      region: 'US',
      filed_at: `${year}-${month}-${day}`,
      url: `${ARCHIVES}/${path}`,
      only_new: true,
    };
    rows.push({ file, row, value });
  });
  return { rows, others };
}

/** Returns the form: the first column, or up to the first wide gap if the form is longer. */
function formOf(line: string, width: number): string {
  const isCut = width > 0 && line[width - 1] === ' ';
  return (isCut ? line.slice(0, width) : line.split(/\s{2,}/, 1)[0]!).trim();
}
