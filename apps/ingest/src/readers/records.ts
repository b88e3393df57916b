import { companyKind } from '../kinds/company/index.ts';
import { companiesToCreate } from '../kinds/company/create.ts';
import type { Kind } from '../kinds/kind.ts';
import { applyMapping } from './mapping/apply.ts';
import { readMapping, type Mapping } from './mapping/read.ts';
import { readDomains, type Domains } from './domains.ts';
import { expandEdgar } from './edgar/expand.ts';
import type { Checked, Checkpoint } from '../records/batch.ts';
import { noNeighbours, type FindNeighbour } from '../files/referenced-file.ts';
import { extensionsOf, parseFile } from './parse.ts';
import type { ParseOptions } from './parse-options.ts';
import { hasField, recordOfCells, setAt } from '../rows/schema.ts';
import { cellAt } from '../rows/items-at.ts';
import { sourceFiles } from '../files/source.ts';
import { isReject, UsageError, type Parsed, type Row } from '../rows/types.ts';
import { validate } from '../rows/validate.ts';

/** How the records of a load are read. */
export interface ReadOptions extends Pick<ParseOptions, 'format' | 'encoding'> {
  /** A mapping file: the columns of a foreign table to our fields. */
  mapping?: string;
  /** A domains file: domains for companies whose source has none. */
  domains?: string;
  /** The type of a document in Markdown or HTML that does not say its own. */
  type?: string;
  /** The date of such a document; `file` is the day it was last written. */
  date?: string;
  /** Makes the companies of EDGAR's submissions that are not stored yet; for filings. */
  createCompanies?: boolean;
}

/** Rows that belong together: those of a file, or what a source that is no file has of one company. */
export interface SourceItem {
  rows: AsyncIterable<Parsed> | Iterable<Parsed>;
  /** Finds the files that the rows refer to; absent where there is no folder. */
  find?: FindNeighbour;
  /** Called when the rows of the item are stored, and those of all items before it; never in a dry run. */
  onStored?: () => Promise<void>;
}

/**
 * The records of all items, in order, held to the schema of their kind. What is wrong is a reject.
 * @param source paths of files, or items that another source gives
 * @throws LoadError when a path, the mapping or the domains file is wrong, UsageError when an option is of other kinds
 */
export async function* readRecords(
  kind: Kind,
  source: string[] | AsyncIterable<SourceItem>,
  options: ReadOptions & {
    dryRun?: boolean;
    stdin?: AsyncIterable<Uint8Array>;
    onFile?: () => void;
    /** Is told of each file of a directory that is not read. */
    onLeftOut?: (path: string) => void;
    onBytes?: (count: number) => void;
  },
): AsyncGenerator<Checked | Checkpoint> {
  if (options.createCompanies && kind.name !== 'filing') {
    throw new UsageError('--create-companies goes with filings.');
  }
  const defaults = { type: options.type, date: options.date };
  const given = Object.entries(defaults).find(([, value]) => value !== undefined);
  if (given && !kind.readers) throw new UsageError(`--${given[0]} goes with documents.`);
  const mapping = options.mapping === undefined ? undefined : await readMapping(options.mapping, kind);
  const domains = options.domains === undefined ? undefined : await readDomains(options.domains);

  /** With the domain of the domains file, where a company has none. */
  const named = (record: unknown) =>
    kind.record === companyKind.record && domains ? withDomain(record, domains) : record;

  const fileItems = async function* (paths: string[]): AsyncGenerator<SourceItem> {
    const heads = mapping ? { onHead: mapping.checkColumns } : { headProblem: headProblemOf(kind) };
    const { encoding = mapping?.encoding } = options;
    for await (const file of sourceFiles(paths, extensionsOf(kind), options.stdin, options.onLeftOut)) {
      yield {
        rows: parseFile(file, kind, { ...options, encoding, rows: mapping?.rows, defaults, ...heads }),
        find: file.find,
      };
    }
  };
  for await (const item of Array.isArray(source) ? fileItems(source) : source) {
    options.onFile?.();
    for await (const row of expandEdgar(item.rows, kind.name, options)) {
      if (isReject(row)) {
        const { given = [], isText } = row;
        yield { ...row, given: given.map((value) => named(readable({ value, isText }, kind, mapping))) };
        continue;
      }
      const ofKind = row.kind === undefined || row.kind === kind.name ? kind : companiesToCreate;
      const mappingOf = ofKind === kind ? mapping : undefined;
      const mapped = toRecord(row, kind, mappingOf);
      const checked = check(withOuter(row, mappingOf), ofKind, mapped, domains);
      if (isReject(checked)) checked.given = [named(readable(row, kind, mappingOf))];
      if (row.isMended && !mapping && isReject(checked)) checked.reason = withHint(checked.reason);
      yield isReject(checked) || !checked.kind.importFiles
        ? checked
        : { ...checked, record: await checked.kind.importFiles(checked.record, item.find ?? noNeighbours) };
    }
    const { onStored } = item;
    if (onStored && !options.dryRun) yield { onStored };
  }
}

const isCells = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

type Mapped = { record: unknown; warnings?: string[] } | { reason: string };
type Given = Pick<Row, 'value' | 'around' | 'isText'>;

/** What a row says, in our fields. */
function toRecord({ value, around, isText }: Given, kind: Kind, mapping: Mapping | undefined): Mapped {
  if (mapping && isCells(value)) return applyMapping(mapping, kind.record, { cells: value, around });
  if (!isText || !isCells(value)) return { record: value };
  const { record, reason } = recordOfCells(kind.record, value);
  return reason === undefined ? { record } : { reason };
}

/** What can be read of a row that is rejected: every field that is well by itself. */
function readable({ value, around, isText }: Given, kind: Kind, mapping: Mapping | undefined): unknown {
  if (!isCells(value)) return value;
  if (!mapping) return isText ? recordOfCells(kind.record, value).record : value;
  const record: Record<string, unknown> = {};
  for (const rule of mapping.fields) {
    const path = rule[0].split('.');
    const read = applyMapping({ ...mapping, fields: [rule], reject: [] }, kind.record, {
      cells: value,
      around,
    });
    const found = 'record' in read ? path.reduce<unknown>(inside, read.record) : undefined;
    if (found !== undefined) setAt(record, path, found);
  }
  return record;
}

const inside = (at: unknown, key: string): unknown =>
  at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined;

/** A row that can be loaded again by itself: its reject also has what the mapping reads of the objects around it. */
function withOuter(row: Row, mapping: Mapping | undefined): Row {
  const { value, around } = row;
  if (!around || !mapping || !isCells(value)) return row;
  const outer = mapping.outer.map((column) => [column, cellAt(value, column, around)]);
  return { ...row, raw: { ...value, ...Object.fromEntries(outer) } };
}

function check(
  { file, row, value, raw = value, isText, warnings = [] }: Row,
  kind: Kind,
  mapped: Mapped,
  domains: Domains | undefined,
): Checked {
  const origin = { file, row, raw, ...(isText && { isText }) };
  if ('reason' in mapped) return { ...origin, reason: mapped.reason };
  const given = mapped.record;
  const isCompany = kind.record === companyKind.record;
  const result = validate(kind.record, isCompany && domains ? withDomain(given, domains) : given);
  if ('reason' in result) return { ...origin, reason: result.reason };
  return { ...origin, kind, record: result.record, warnings: [...warnings, ...(mapped.warnings ?? [])] };
}

/** A table of which no column is ours is none that is meant: another file, an error page, or one that needs a mapping. */
const headProblemOf =
  ({ record, plural }: Kind) =>
  (columns: string[]) => {
    if (columns.some((column) => hasField(record, column))) return undefined;
    const shown = columns.slice(0, 3).map((column) => JSON.stringify(column.slice(0, 40)));
    return `wrong head: no column is a field of ${plural}: ${shown.join(', ')}${columns.length > 3 ? ', …' : ''}; columns of others need a --mapping; the file is not read`;
  };

/** What was rejected keeps the columns that it had, and not the mapping that it came through. */
const withHint = (reason: string): string =>
  reason.startsWith('unknown field: ')
    ? `${reason}; if the row came through a mapping, give that again with --mapping`
    : reason;

function withDomain(record: unknown, domains: Domains): unknown {
  if (!isCells(record) || record['domain'] !== undefined) return record;
  const domain = domains.find(record);
  return domain === undefined ? record : { ...record, domain };
}
