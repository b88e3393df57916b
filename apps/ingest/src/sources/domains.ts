import { domainOfUrl, foldDomain } from '@dossier/shared';
import { readCsv } from '../stages/parse-csv.ts';
import { decode } from '../stages/decode.ts';
import { sourceFiles } from '../stages/source.ts';
import { LoadError } from '../stages/types.ts';
import { cikOf } from './edgar/submissions.ts';

/** Gives companies whose source has no domain one, by CIK or by name. */
export interface Domains {
  find(company: { cik?: unknown; name?: unknown }): string | undefined;
}

/**
 * Reads a domains file: CSV with the column `domain`, and `cik` or `name` or both.
 * @throws LoadError that names the row that is wrong
 */
export async function readDomains(path: string): Promise<Domains> {
  const byCik = new Map<string, string>();
  const byName = new Map<string, string>();
  for await (const file of sourceFiles([path], new Set(['.csv']))) {
    const onHead = (columns: string[]) => {
      if (columns.includes('domain') && (columns.includes('cik') || columns.includes('name'))) return;
      throw new LoadError(
        `${file.name}: the head must be cik,domain or name,domain, not ${columns.join(',')}.`,
      );
    };
    for await (const line of readCsv(decode(file.open()), undefined, onHead)) {
      if ('reason' in line) throw new LoadError(`${file.name} row ${line.row}: ${line.reason}.`);
      const { domain: text = '', cik: number = '', name = '' } = line.cells;
      const domain = foldDomain(text) ?? domainOfUrl(text.trim());
      if (domain === undefined)
        throw new LoadError(`${file.name} row ${line.row}: "${text}" is not a domain.`);
      const cik = cikOf(number);
      if (cik === undefined && number.trim() !== '') {
        throw new LoadError(`${file.name} row ${line.row}: "${number}" is not a CIK of up to ten digits.`);
      }
      if (cik !== undefined) byCik.set(cik, domain);
      if (name.trim() !== '') byName.set(foldName(name), domain);
    }
  }
  return {
    find: ({ cik, name }) =>
      byCik.get(cikOf(cik) ?? '') ?? (typeof name === 'string' ? byName.get(foldName(name)) : undefined),
  };
}

const foldName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();
