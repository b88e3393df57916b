import { companyNameKey, domainOfUrl, foldDomain } from '@dossier/shared';
import { decode, hasWrongBytes, showWrongBytes } from '../files/decode.ts';
import { sourceFiles } from '../files/source.ts';
import type { Kind } from '../kinds/kind.ts';
import { isObject, isReject, LoadError, type Parsed } from '../rows/types.ts';
import { unknownName } from '../rows/validate.ts';
import { readCsv } from './formats/csv.ts';
import { cikOf } from './edgar/submissions.ts';

/** Domains for companies whose source has none, by CIK or by name. */
export interface Domains {
  find(company: { cik?: unknown; name?: unknown }): string | undefined;
}

const COLUMNS = ['cik', 'name', 'domain'];
const HEAD = 'the header row must be cik,domain or name,domain or cik,name,domain';

/** Adds the domain of the domains file to company records without one. */
export async function* addDomains(
  rows: AsyncIterable<Parsed>,
  domains: Domains,
  kind: Kind,
): AsyncGenerator<Parsed> {
  for await (const row of rows) {
    if ('kind' in row ? row.kind !== 'company' : kind.name !== 'company') yield row;
    else if (isReject(row)) yield { ...row, given: row.given?.map((value) => withDomain(value, domains)) };
    else {
      const { value, raw = value } = row;
      yield { ...row, value: withDomain(value, domains), raw };
    }
  }
}

function withDomain(record: unknown, domains: Domains): unknown {
  if (!isObject(record) || record['domain'] !== undefined) return record;
  const domain = domains.find(record);
  return domain === undefined ? record : { ...record, domain };
}

/**
 * Reads a domains file: CSV with the column `domain`, and `cik` or `name` or both. Names match as those of stored
 * companies do. A name that several companies share without their legal form must be written with it.
 * @throws LoadError that names the row that is wrong
 */
export async function readDomains(path: string): Promise<Domains> {
  const byCik = new Map<string, Given>();
  const byName = new Map<string, Given>();
  /** By name as written, and by name as compared; null where several companies share it. */
  const [written, compared] = [new Map<string, Named | null>(), new Map<string, Named | null>()];
  for await (const file of sourceFiles([path], new Set(['.csv']))) {
    let rows = 0;
    const onHead = (columns: string[]) => {
      const unknown = columns.find((column) => !COLUMNS.includes(column));
      if (unknown !== undefined) {
        throw new LoadError(
          `${file.name}: ${HEAD}; unknown column ${unknownName(showWrongBytes(unknown), COLUMNS)}.`,
        );
      }
      if (columns.includes('domain') && columns.length > 1) return;
      throw new LoadError(`${file.name}: ${HEAD}, not ${columns.join(',')}.`);
    };
    for await (const line of readCsv(decode(file.open()), undefined, onHead)) {
      const place = `${file.name} row ${line.row}`;
      if ('reason' in line) throw new LoadError(`${place}: ${line.reason}.`);
      rows++;
      const { domain: text = '', cik: number = '', name = '' } = line.cells;
      if (hasWrongBytes(`${text}${number}${name}`)) {
        throw new LoadError(`${place} is not text in UTF-8: ${showWrongBytes(`${name} ${text}`.trim())}.`);
      }
      const domain = foldDomain(text) ?? domainOfUrl(text.trim());
      if (domain === undefined) throw new LoadError(`${place}: "${text}" is not a domain.`);
      const cik = cikOf(number);
      if (cik === undefined && number.trim() !== '') {
        throw new LoadError(`${place}: "${number}" is not a CIK of up to ten digits.`);
      }
      if (cik === undefined && name.trim() === '') {
        throw new LoadError(`${place}: it names no company for ${domain}, by CIK or by name.`);
      }
      const given = { domain, place };
      if (cik !== undefined) note(byCik, cik, given, `the CIK ${number.trim()}`);
      // Companies that share a name differ only by their CIKs.
      else note(byName, foldName(name), given, `the name ${name.trim()}`);
      if (name.trim() === '') continue;
      remember(written, foldName(name), { domain, cik });
      remember(compared, companyNameKey(name), { domain, cik });
    }
    if (rows === 0) throw new LoadError(`${file.name} has no rows; ${HEAD}.`);
  }
  return {
    find: ({ cik: given, name }) => {
      const cik = cikOf(given);
      const ofCik = byCik.get(cik ?? '');
      if (ofCik || typeof name !== 'string') return ofCik?.domain;
      const exact = written.get(foldName(name));
      const found = exact === undefined ? compared.get(companyNameKey(name)) : exact;
      // A company with another CIK is a namesake.
      return found && (cik === undefined || found.cik === undefined) ? found.domain : undefined;
    },
  };
}

interface Given {
  domain: string;
  place: string;
}

/** A domain by name, with the CIK of its row. */
interface Named {
  domain: string;
  cik: string | undefined;
}

function remember(names: Map<string, Named | null>, name: string, named: Named): void {
  const known = names.get(name);
  if (known === undefined) names.set(name, named);
  else if (known?.domain !== named.domain) names.set(name, null);
  else if (named.cik === undefined) names.set(name, named);
}

/** Notes the domain of a key. @throws LoadError when an earlier row has another domain */
function note(known: Map<string, Given>, key: string, given: Given, what: string): void {
  const before = known.get(key);
  if (before && before.domain !== given.domain) {
    const other = `but ${before.place} has ${before.domain}`;
    throw new LoadError(`${given.place} has the domain ${given.domain} for ${what}, ${other}.`);
  }
  known.set(key, given);
}

const foldName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();
