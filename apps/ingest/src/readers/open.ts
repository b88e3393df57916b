import type { Kind, ReadDefaults } from '../kinds/kind.ts';
import { peek } from '../files/peek.ts';
import type { FindReferencedFile } from '../files/referenced-file.ts';
import { sourceFiles, STDIN, UnreadableFile, type SourceFile, type SourcePath } from '../files/source.ts';
import { isZip, notText } from '../files/signature.ts';
import { openBytes, textOf } from '../files/text.ts';
import { isReject, MAX_RECORD, UsageError, type Parsed } from '../rows/types.ts';
import { addDomains, readDomains, type Domains } from './domains.ts';
import { beginsAsEdgar, expandEdgar } from './edgar/expand.ts';
import { extensionsOf, formats, formatsOf } from './formats/index.ts';
import { readMapping, type Mapping } from './mapping/file.ts';
import { mappedReader } from './mapping/reader.ts';
import { addOrigin } from './origin.ts';
import { plainTexts } from './plain-texts.ts';
import { profiledReader, profiledRows, type Profiler } from './profile.ts';
import { openGap, type Gap } from './gap.ts';
import type { Format, Reader, Source } from './reader.ts';
import { beginsAsRejects, rejectsReader } from './rejects.ts';
import { beginsAsRejectsTable, rejectsTableReader } from './rejects-table.ts';
import { isSql, SQL_EXTENSIONS, sqlRows } from './formats/sql.ts';
import { tableReader } from './table.ts';

/** How the files of a load are read. */
export interface ReadOptions {
  /** The name of the format of every file; without it, the extension or the beginning of each shows it. */
  format?: string;
  encoding?: string;
  /** The path of a mapping file, which maps the columns of a foreign table to our fields. */
  mapping?: string;
  /** The path of a domains file: domains for companies whose source has none. */
  domains?: string;
  /** The name of the source, which external ids and reviewed matches belong to; the mapping may name it too. */
  source?: string;
  /** The path of a file that ranks sources; by default `sources.yaml` next to the mapping, if it exists. */
  sources?: string;
  /** Put before the slugs of documents. */
  slugPrefix?: string;
  /** The type of a page that does not have its own. */
  type?: string;
  /** The date of a page that does not have its own; `file` is the day the file was last written. */
  date?: string;
  /** Names the rows of a rejects file by their place in their source. */
  isRetry?: boolean;
  /** Creates the missing companies of EDGAR's submissions; for filings. */
  createCompanies?: boolean;
  /** The most megabytes of a file without a record; 64 by default. */
  maxGap?: number;
}

/** Rows that are read together: those of a file, or of a company on EDGAR's servers. */
export interface SourceItem {
  rows: AsyncIterable<Parsed> | Iterable<Parsed>;
  /** Finds the files that the rows refer to; absent where there is no folder. */
  find?: FindReferencedFile;
  /** Called once the rows of this item and of all items before it are stored; never in a dry run. */
  onStored?: () => Promise<void>;
}

/** What the files of a load are read with. Without a kind, rows are read as they are. */
interface Reading extends ReadOptions {
  kind: Kind | undefined;
  defaults: ReadDefaults;
  rules: Mapping | undefined;
  domainsOf: Domains | undefined;
  onBytes?: ((count: number) => void) | undefined;
  profiler?: Profiler | undefined;
  /** Finds the files next to the one that is read. */
  find?: FindReferencedFile;
}

/**
 * Reads files, each an item.
 * @param options.onLeftOut receives each file of a directory that is not read
 * @param options.onBytes receives how many bytes were read
 * @param options.profiler counts the rows before they are mapped
 * @throws LoadError when a path, the mapping or the domains file is wrong; UsageError when an option is not for the kind
 */
export async function* readFiles(
  kind: Kind,
  paths: SourcePath[],
  options: ReadOptions & {
    stdin?: AsyncIterable<Uint8Array> | undefined;
    onLeftOut?: (path: string) => void;
    onBytes?: (count: number) => void;
    profiler?: Profiler | undefined;
  },
): AsyncGenerator<SourceItem> {
  checkOptions(kind, options);
  const { mapping, domains, type, date, stdin, onLeftOut } = options;
  const domainsOf = domains === undefined ? undefined : await readDomains(domains);
  if (mapping !== undefined && isSql(mapping)) {
    const { source, slugPrefix } = options;
    const rows = plainTexts(await rowsOfSql(kind, mapping, paths, options));
    const whole = domainsOf ? addDomains(rows, domainsOf, kind) : rows;
    yield { rows: addOrigin(whole, { source, slugPrefix, isMapped: false }, kind) };
    return;
  }
  const rules = mapping === undefined ? undefined : await readMapping(mapping, kind);
  options.profiler?.names(rules?.origin.source);
  const reading: Reading = {
    ...options,
    kind,
    defaults: { type, date },
    rules,
    domainsOf,
  };
  for await (const file of sourceFiles(paths, extensionsOf(kind), stdin, onLeftOut)) {
    yield { rows: readFile(file, reading), find: file.find };
  }
}

/** Runs SQL over all files together. */
async function rowsOfSql(
  kind: Kind,
  sql: string,
  paths: SourcePath[],
  { encoding, profiler }: ReadOptions & { profiler?: Profiler | undefined },
): Promise<AsyncIterable<Parsed>> {
  if (paths.includes(STDIN))
    throw new UsageError('--mapping with SQL cannot read standard input. Save it to a file first.');
  const files: string[] = [];
  for await (const { path } of sourceFiles(paths, SQL_EXTENSIONS)) if (path !== undefined) files.push(path);
  const rows = sqlRows(kind, sql, files, { encoding, onColumns: (columns) => profiler?.columns(columns) });
  return profiler ? profiledRows(rows, profiler) : rows;
}

function checkOptions(kind: Kind, { format, type, date, slugPrefix, createCompanies }: ReadOptions): void {
  if (createCompanies && !kind.brings) throw new UsageError('--create-companies goes with filings.');
  const defaults = Object.entries({ type, date, 'slug-prefix': slugPrefix });
  const given = defaults.find(([, value]) => value !== undefined);
  if (given && !kind.formats) throw new UsageError(`--${given[0]} goes with documents.`);
  if (format !== undefined && !(format in formatsOf(kind))) {
    throw new UsageError(`--format ${format} goes with documents.`);
  }
}

/**
 * Reads the rows of a file. Delays the last row until it is known whether the file is complete. If the file is not, the row
 * may be cut off and is rejected.
 */
async function* readFile(file: SourceFile, reading: Reading): AsyncGenerator<Parsed> {
  const { name } = file;
  let last: Parsed | undefined;
  let reason: string | undefined;
  try {
    const opened = await open(file, reading);
    if ('reason' in opened) {
      yield { file: name, row: 1, reason: opened.reason, raw: null, hidesRows: true };
      return;
    }
    for await (const row of opened.reader.read(opened.source)) {
      if (last) yield last;
      last = row;
    }
    reason = opened.damage?.();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    reason = `unreadable file: ${error.message}`;
  }
  if (reason === undefined) {
    if (last) yield last;
    return;
  }
  const raw = last && (isReject(last) ? last.raw : (last.raw ?? last.value));
  yield { file: name, row: last?.row ?? 1, reason, raw: raw ?? null, isText: last?.isText, hidesRows: true };
}

/** A file with its reader, or why it cannot be read. */
type Opened =
  { reader: Reader; source: Source; damage?: (() => string | undefined) | undefined } | { reason: string };

/** Opens a file, and finds its reader by its extension or its beginning. */
async function open(file: SourceFile, reading: Reading): Promise<Opened> {
  const { name, modified } = file;
  const { rules, onBytes, encoding = rules?.encoding } = reading;
  const gap = openGap(reading.maxGap);
  const opened = await openBytes(file, (count) => {
    onBytes?.(count);
    gap.read(count);
  });
  const known = knownFormat(file, reading);
  const isSheet = isZip(opened.head) && (known?.isBinary ?? file.extension === '');
  if (isSheet) {
    const source = { name, modified, text: oneText(''), bytes: opened.bytes };
    return { reader: decorated(formats['xlsx']!, '', reading, gap), source, damage: opened.damage };
  }
  if (known?.isBinary) return { reason: notText(opened.head) ?? NO_SPREADSHEET };
  const read = textOf(opened, encoding);
  if ('reason' in read) return read;
  const { head, all: text } = await peek(read.text, known ? hasFirstLine : showsFormat);
  const reader = decorated(known ?? formatOf(head, reading), head, { ...reading, find: file.find }, gap);
  return { reader, source: { name, modified, text }, damage: read.damage };
}

const NO_SPREADSHEET = 'wrong format: the file is no spreadsheet (.xlsx); name its format with --format';

/** Reads the rows of one file as they are, without a mapping and without a kind. */
export async function* readForeign(
  path: string,
  {
    rows,
    ...options
  }: Pick<ReadOptions, 'format' | 'encoding'> & Pick<Source, 'rows' | 'sheet' | 'separator' | 'onColumns'>,
): AsyncGenerator<Parsed> {
  const { sheet, separator, onColumns, ...reading } = options;
  for await (const file of sourceFiles([path], new Set())) {
    const opened = await open(file, {
      ...reading,
      kind: undefined,
      defaults: {},
      rules: undefined,
      domainsOf: undefined,
    });
    if ('reason' in opened) yield { file: file.name, row: 1, reason: opened.reason, raw: null };
    else yield* opened.reader.read({ ...opened.source, rows, sheet, separator, onColumns });
  }
}

/** Returns the reader of a format, with the decorators that this load needs, from the inside out. */
function decorated(format: Format, head: string, reading: Reading, gap: Gap): Reader {
  const { kind, rules, domainsOf, createCompanies, profiler } = reading;
  let reader = through(format, gap.records);
  if (!kind) return reader;
  const isTable = format === formats['csv'] && beginsAsRejectsTable(head);
  const isRejects = isTable || (format === formats['ndjson'] && beginsAsRejects(head));
  if (isRejects) {
    const readText = (text: string, source: Source) =>
      formatOf(text, reading).read({ ...source, text: oneText(text), onColumns: undefined });
    reader = rejectsReader(isTable ? rejectsTableReader(reader) : reader, readText, reading.isRetry);
  }
  const content = kind.edgar;
  const isEdgar = content !== undefined && beginsAsEdgar(head);
  // The columns of rejects files and of the SEC's files are not those of the source.
  if (profiler && !isRejects && !isEdgar) reader = profiledReader(reader, profiler);
  if (content && (format === formats['json'] || isEdgar)) {
    reader = through(reader, (rows) =>
      expandEdgar(rows, content, { createCompanies, ...(reading.find && { find: reading.find }) }),
    );
  }
  if (rules) reader = mappedReader(reader, rules, kind);
  else if (format.isTable || isRejects) reader = tableReader(reader, kind);
  // Markdown and HTML are read as such.
  if (!isEdgar && Object.values(formats).includes(format)) reader = through(reader, plainTexts);
  if (domainsOf) reader = through(reader, (rows) => addDomains(rows, domainsOf, kind));
  const { source = rules?.origin.source, slugPrefix } = reading;
  if (!rules && source === undefined && slugPrefix === undefined) return reader;
  const origin = { ...rules?.origin, source, slugPrefix };
  return through(reader, (rows) => addOrigin(rows, { ...origin, isMapped: rules !== undefined }, kind));
}

const through = (reader: Reader, step: (rows: AsyncIterable<Parsed>) => AsyncIterable<Parsed>): Reader => ({
  read: (source) => step(reader.read(source)),
});

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

function knownFormat({ extension }: SourceFile, { format, kind, defaults }: Reading): Format | undefined {
  const all = kind ? formatsOf(kind, defaults) : formats;
  if (format !== undefined) return all[format];
  return Object.values(all).find(({ extensions }) => extensions.includes(extension));
}

const formatOf = (head: string, { kind, defaults }: Reading): Format =>
  Object.values(kind ? formatsOf(kind, defaults) : formats).find((format) => format.begins(head))!;

const MAX_HEAD = 64 * 1024;
const hasFirstLine = (head: string) => head.trimStart().includes('\n') || head.length >= MAX_HEAD;

/** Distinguishing JSON from NDJSON takes the first line; recognizing HTML takes the text after its comments. */
const showsFormat = (head: string) =>
  head.trim().length >= 4 &&
  !(/^\s*</.test(head) && head.length < 4096) &&
  !(/^\s*\{[^\n]*$/.test(head) && head.length < MAX_RECORD);
