import { companyKind } from '../kinds/company/index.ts';
import { companiesToCreate } from '../kinds/company/create.ts';
import type { Kind } from '../kinds/kind.ts';
import { applyMapping } from '../mapping/apply.ts';
import { readMapping } from '../mapping/read.ts';
import { readDomains, type Domains } from '../sources/domains.ts';
import { expandSubmissions } from '../sources/edgar/expand.ts';
import type { Checked } from './batch.ts';
import { extensionsOf, parseFile, type ParseOptions } from './parse.ts';
import { recordOfCells } from './schema.ts';
import { sourceFiles } from './source.ts';
import { isReject, LoadError, type Row } from './types.ts';
import { validate } from './validate.ts';

/** How the records of a load are read. */
export interface ReadOptions extends Pick<ParseOptions, 'format' | 'encoding'> {
  /** A mapping file: the columns of a foreign table to our fields. */
  mapping?: string;
  /** A domains file: domains for companies whose source has none. */
  domains?: string;
  /** Makes the companies of EDGAR's submissions that are not stored yet; for filings. */
  createCompanies?: boolean;
}

/**
 * The records of all files, in order, held to the schema of their kind. What is wrong is a reject.
 * @throws LoadError when a path, the mapping or the domains file is wrong
 */
export async function* readRecords(
  kind: Kind,
  paths: string[],
  options: ReadOptions & {
    stdin?: AsyncIterable<Uint8Array>;
    onFile?: () => void;
    onBytes?: (count: number) => void;
  },
): AsyncGenerator<Checked> {
  if (options.createCompanies && kind.name !== 'filing') {
    throw new LoadError('--create-companies goes with filings.');
  }
  const mapping = options.mapping === undefined ? undefined : await readMapping(options.mapping, kind);
  const domains = options.domains === undefined ? undefined : await readDomains(options.domains);

  for await (const file of sourceFiles(paths, extensionsOf(kind), options.stdin)) {
    options.onFile?.();
    const parsed = parseFile(file, kind, {
      ...options,
      onHead: (columns, name) => mapping?.checkColumns(columns, name),
    });
    for await (const row of expandSubmissions(parsed, kind.name, options)) {
      if (isReject(row)) {
        yield row;
        continue;
      }
      const ofKind = row.kind === undefined || row.kind === kind.name ? kind : companiesToCreate;
      const checked = check(
        row,
        ofKind,
        (value) => {
          const isForeign = mapping && ofKind === kind && isCells(value);
          if (isForeign) return applyMapping(mapping, kind.record, value);
          return row.isText && isCells(value)
            ? recordOfCells(kind.record, value as Record<string, string>)
            : value;
        },
        domains,
      );
      yield isReject(checked) || !checked.kind.attach
        ? checked
        : { ...checked, record: await checked.kind.attach(checked.record, file.find) };
    }
  }
}

const isCells = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function check(
  { file, row, value, raw = value, warnings = [] }: Row,
  kind: Kind,
  toRecord: (value: unknown) => unknown,
  domains: Domains | undefined,
): Checked {
  const given = toRecord(value);
  const isCompany = kind.record === companyKind.record;
  const result = validate(kind.record, isCompany && domains ? withDomain(given, domains) : given);
  if ('reason' in result) return { file, row, reason: result.reason, raw };
  return { file, row, kind, record: result.record, raw, warnings };
}

function withDomain(record: unknown, domains: Domains): unknown {
  if (!isCells(record) || record['domain'] !== undefined) return record;
  const domain = domains.find(record);
  return domain === undefined ? record : { ...record, domain };
}
