import type { FindReferencedFile } from '../../files/referenced-file.ts';
import type { Kind } from '../../kinds/kind.ts';
import { isReject, type Parsed, type Place } from '../../rows/types.ts';
import { edgarCompany } from './company.ts';
import { metricRows, readCompanyFacts } from './facts.ts';
import { filerOf, notACompany } from './filer.ts';
import { edgarFilings } from './filings.ts';
import { pagesOf, readSubmissions, textOf, type Submissions, type SubmissionsHead } from './submissions.ts';

/** Returns whether the text begins as the SEC's JSON does: submissions, an older page of them, or company facts. */
export const beginsAsEdgar = (head: string): boolean => /"(?:filings|accessionNumber|facts)"\s*:/.test(head);

/**
 * Turns the SEC's JSON among the rows into records: submissions into one company, or one filing a row; company facts
 * into one metric observation a row. Other rows pass unchanged.
 * @param content what the kind takes of these files
 * @param options.createCompanies yields the company of a file before its filings
 * @param options.find finds files next to this one: a page of older filings that is named and missing is a warning
 */
export async function* expandEdgar(
  rows: AsyncIterable<Parsed> | Iterable<Parsed>,
  content: NonNullable<Kind['edgar']>,
  {
    createCompanies = false,
    find,
  }: { createCompanies?: boolean | undefined; find?: FindReferencedFile } = {},
): AsyncGenerator<Parsed> {
  for await (const row of rows) {
    if (isReject(row)) {
      yield row;
      continue;
    }
    const facts = content === 'facts' ? readCompanyFacts(row.value) : undefined;
    const submissions = facts ? undefined : readSubmissions(row.value, row.file);
    const { file } = row;
    if (facts) yield* metricRows(facts, file).rows;
    else if (!submissions) yield row;
    else if ('reason' in submissions) yield { file, row: row.row, reason: submissions.reason, raw: null };
    else {
      const { head } = submissions;
      if (head && (content === 'company' || createCompanies))
        yield companyRow(submissions, head, row, content);
      if (content !== 'filings') continue;
      const warnings = find ? await missingPages(row.value, submissions.cik, find) : [];
      let number = 0;
      for (const value of edgarFilings(submissions))
        yield { file, row: ++number, value, ...(number === 1 && { warnings }) };
    }
  }
}

/** Returns a warning for each page of older filings that submissions name and that is not next to them. */
async function missingPages(value: unknown, cik: string, find: FindReferencedFile): Promise<string[]> {
  const warnings: string[] = [];
  for (const page of pagesOf(value, cik)) {
    const found = await Promise.all([page, `${page}.gz`].map((name) => find(name)));
    if (found.every((each) => 'problem' in each))
      warnings.push(
        `missing page: ${page} with older filings is not next to the file; download it to the same folder`,
      );
  }
  return warnings;
}

/** Returns the company of a submissions file, or a reject if the filer is none. */
function companyRow(
  submissions: Submissions,
  head: SubmissionsHead,
  { file, row }: Place,
  content: NonNullable<Kind['edgar']>,
): Parsed {
  const filer = filerOf(submissions);
  const type = filer === 'public' ? 'public' : 'private';
  const value = edgarCompany(head, type);
  const reason = notACompany(filer, textOf(head.name) ?? `the filer with the CIK ${submissions.cik}`);
  if (reason !== undefined)
    return { file, row, reason, raw: null, ...(content === 'company' && { given: [value] }) };
  return { file, row, value, ...(content === 'filings' && { kind: 'company' }) };
}
