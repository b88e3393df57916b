import { isReject, type Parsed, type Row } from '../../rows/types.ts';
import { edgarCompany } from './company.ts';
import { metricRows, readCompanyFacts } from './facts.ts';
import { edgarFilings } from './filings.ts';
import { readSubmissions } from './submissions.ts';

/**
 * Turns the SEC's files among the rows into records of the kind that is loaded: submissions into one company, or one
 * filing a row; company facts into one metric observation a row. Everything else passes as it is.
 * @param options.createCompanies gives the company of a file before its filings.
 */
export async function* expandEdgar(
  rows: AsyncIterable<Parsed> | Iterable<Parsed>,
  kind: string,
  { createCompanies = false } = {},
): AsyncGenerator<Parsed> {
  for await (const row of rows) {
    const facts = kind === 'metric' && !isReject(row) ? readCompanyFacts(row.value) : undefined;
    if (facts) {
      yield* metricRows(facts, row.file).rows;
      continue;
    }
    const submissions = isReject(row) ? undefined : readSubmissions(row.value, row.file);
    if (!submissions || isReject(row)) {
      yield row;
    } else if ('reason' in submissions) {
      yield { file: row.file, row: row.row, reason: submissions.reason, raw: null };
    } else {
      const { head } = submissions;
      if (head && (kind === 'company' || createCompanies)) yield companyRow(row, head);
      if (kind !== 'filing') continue;
      let number = 0;
      for (const record of edgarFilings(submissions)) yield { file: row.file, row: ++number, value: record };
    }
  }
}

function companyRow({ file, row }: Row, head: object): Row {
  return { file, row, value: edgarCompany(head), kind: 'company' };
}
