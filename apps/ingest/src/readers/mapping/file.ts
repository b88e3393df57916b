import { readFile } from 'node:fs/promises';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import type { Origin } from '../../fields/origin.ts';
import type { Kind } from '../../kinds/kind.ts';
import { pathParts } from '../../rows/items-at.ts';
import { dottedFields, hasField, isRequired } from '../../rows/schema.ts';
import { isObject, LoadError } from '../../rows/types.ts';
import { unknownName } from '../../rows/validate.ts';
import type { Clean } from './clean.ts';
import { lookupsOf, readLookup, type Lookups } from './lookup.ts';
import { mistakesOf, type Mistake } from './problems.ts';
import {
  columnsInText,
  columnsOf,
  mappingFile,
  type FieldRule,
  type MappingFile,
  type OnError,
  type RejectRule,
} from './rules.ts';

/** A mapping, checked against its kind. */
export interface Mapping {
  /** Rules by the dotted name of the field. */
  fields: [field: string, rule: FieldRule][];
  /** The required fields of list items. */
  needed: Set<string>;
  reject: RejectRule[];
  /** How cells are cleaned, unless their rule overrides it. */
  clean: Clean;
  /** The treatment of a value that cannot be read, unless its rule overrides it. */
  onError: OnError;
  lookups: Lookups;
  encoding: string | undefined;
  sheet: string | undefined;
  separator: string | undefined;
  /** Where the rows are, as parts of a path; undefined for the rows of the source itself. */
  rows: string[] | undefined;
  /** The columns of objects around a row, such as `../name`. */
  outer: string[];
  /** The source that the mapping names, and how its rows may find their companies. */
  origin: Origin;
  /** Checks that the table has the columns of all rules. @throws LoadError that names the line of a wrong rule */
  checkColumns: (columns: string[], table: string) => void;
}

/** A mistake in a mapping file, with its line. */
export interface MistakeAt {
  line: number;
  message: string;
}

/** A mapping file that was read: the mapping, or all its mistakes in the order of their lines. */
type ReadMapping = {
  /** Returns the columns that rules name and the table does not have. */
  mistakesInColumns: (columns: string[], table: string) => MistakeAt[];
  /** Where the rows of the file are, and how it is read, as far as that can be known. */
  reading: { rows?: string; encoding?: string; sheet?: string; separator?: string };
  columns: string[];
} & ({ mapping: Mapping; kind: Kind } | { mistakes: MistakeAt[] });

/** Reads a mapping file. @throws LoadError that names the line that is wrong, and how many more there are */
export async function readMapping(path: string, kind: Kind): Promise<Mapping> {
  const read = await checkMapping(path, () => kind);
  if ('mapping' in read) return read.mapping;
  throw firstOf(read.mistakes, path);
}

/** Names the first mistake, and the command that lists all. */
function firstOf([first, ...more]: MistakeAt[], path: string): LoadError {
  const others = more.length === 1 ? '1 more mistake' : `${more.length} more mistakes`;
  const rest = more.length > 0 ? ` List ${others} with: npm run ingest -- mapping check ${path}` : '';
  return new LoadError(`${path} line ${first!.line}: ${first!.message}.${rest}`);
}

/**
 * Reads and checks a mapping file.
 * @param kindOf finds the kind by the name in the file; undefined if there is none
 * @throws LoadError when the file cannot be read as YAML with keys
 */
export async function checkMapping(
  path: string,
  kindOf: (name: string) => Kind | undefined,
): Promise<ReadMapping> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR') throw new LoadError(`${path} is a directory; name a mapping file.`);
    throw new LoadError(error.code === 'ENOENT' ? `There is no mapping file ${path}.` : error.message);
  });
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: true, logLevel: 'silent' });
  if (document.errors.length > 0) {
    const mistakes = document.errors.map(({ linePos, message }) => ({
      line: linePos?.[0].line ?? 1,
      message: message.split(/ at line |\n/)[0]!,
    }));
    return { mistakes, mistakesInColumns: () => [], reading: {}, columns: [] };
  }
  if (!isMap(document.contents)) throw new LoadError(`${path} is no mapping: it must have kind and fields.`);

  const placed = (mistakes: Mistake[]): MistakeAt[] =>
    mistakes
      .map(({ path: steps, message }) => ({
        line: lineCounter.linePos(offsetOf(document, steps)).line,
        message,
      }))
      .sort((a, b) => a.line - b.line);
  const value = valueOf(document, path);
  const named = namedColumns(value);
  const mistakesInColumns = (columns: string[], table: string) =>
    placed(unknownColumns(named, columns, table));
  const common = { mistakesInColumns, reading: readingOf(value), columns: named.map(({ column }) => column) };
  const result = mappingFile.safeParse(value);
  const mistakes = result.success ? [] : mistakesOf(result.error.issues);
  const kind = checkKind(value, kindOf, mistakes);
  if (kind) mistakes.push(...unknownFields(value, kind));
  if (!result.success || !kind || mistakes.length > 0) return { mistakes: placed(mistakes), ...common };

  const { fields } = result.data;
  const lookups: Lookups = new Map();
  for (const [field, rule] of Object.entries(fields)) {
    for (const lookup of lookupsOf(rule)) {
      const table = await readLookup(path, lookup).catch((error: unknown) => {
        if (!(error instanceof LoadError)) throw error;
        mistakes.push({
          path: ['fields', field, 'lookup'],
          message: `fields.${field}.lookup: ${error.message}`,
        });
      });
      if (table) lookups.set(lookup, table);
    }
  }
  if (mistakes.length > 0) return { mistakes: placed(mistakes), ...common };
  const checkColumns = (columns: string[], table: string) => {
    const wrong = mistakesInColumns(columns, table);
    if (wrong.length > 0) throw firstOf(wrong, path);
  };
  return { mapping: { ...mappingOf(result.data, kind, lookups), checkColumns }, kind, ...common };
}

function mappingOf(file: MappingFile, kind: Kind, lookups: Lookups): Omit<Mapping, 'checkColumns'> {
  const { fields, reject = [], rows, encoding, sheet, separator, clean = false, on_error = 'reject' } = file;
  const { source, match, as_of } = file;
  const columns = [...Object.values(fields).flatMap(columnsOf), ...reject.map(({ column }) => column)];
  return {
    outer: [...new Set(columns)].filter((column) => column.startsWith('../')),
    fields: Object.entries(fields),
    needed: new Set(
      Object.keys(fields).filter((field) => /\.\d+\./.test(field) && isRequired(kind.record, field)),
    ),
    reject,
    clean,
    onError: on_error,
    lookups,
    encoding,
    sheet,
    separator,
    origin: { source, match, as_of },
    rows: rows === undefined ? undefined : pathParts(rows),
  };
}

/** Finds the kind that the file names, and adds the mistake if there is none. */
function checkKind(
  value: unknown,
  kindOf: (name: string) => Kind | undefined,
  mistakes: Mistake[],
): Kind | undefined {
  const name = (value as { kind?: unknown }).kind;
  if (typeof name !== 'string') return undefined;
  const kind = kindOf(name);
  if (!kind) mistakes.push({ path: ['kind'], message: `there is no kind "${name}"` });
  else if (name !== kind.name && name !== kind.plural) {
    const message = `it maps to "${name}", not to ${kind.plural} (kind: ${kind.name})`;
    mistakes.push({ path: ['kind'], message });
    return undefined;
  }
  return kind;
}

function unknownFields(value: unknown, kind: Kind): Mistake[] {
  const fields = (value as { fields?: unknown }).fields;
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return [];
  return Object.keys(fields)
    .filter((field) => !hasField(kind.record, field))
    .map((field) => ({
      path: ['fields', field],
      message: `unknown field ${unknownName(field, dottedFields(kind.record))}`,
    }));
}

/** A column that a rule names, and the keys that lead to the rule. */
interface NamedColumn {
  column: string;
  path: PropertyKey[];
}

/** Returns the columns of all rules, including rules with mistakes. */
function namedColumns(value: unknown): NamedColumn[] {
  const { fields, reject } = value as { fields?: unknown; reject?: unknown };
  const ofFields = isObject(fields)
    ? Object.entries(fields).flatMap(([field, rule]) =>
        columnsNamed(rule).map((column) => ({ column, path: ['fields', field] })),
      )
    : [];
  const rules: unknown[] = Array.isArray(reject) ? reject : [];
  const ofRejects = rules.flatMap((rule, index) =>
    columnsNamed(rule).map((column) => ({ column, path: ['reject', index] })),
  );
  return [...ofFields, ...ofRejects];
}

function columnsNamed(rule: unknown): string[] {
  if (typeof rule === 'string') return [rule];
  if (!isObject(rule)) return [];
  const first: unknown[] = Array.isArray(rule['first_of']) ? rule['first_of'] : [];
  const text = typeof rule['text'] === 'string' ? columnsInText(rule['text']) : [];
  const named = [rule['column'], rule['domain_of']].filter((each) => typeof each === 'string');
  return [...named, ...text, ...first.flatMap(columnsNamed)];
}

function readingOf(value: unknown): ReadMapping['reading'] {
  const { rows, encoding, sheet, separator } = value as Record<string, unknown>;
  const known = Object.entries({ rows, encoding, sheet, separator }).filter(
    ([, each]) => typeof each === 'string',
  );
  return Object.fromEntries(known);
}

function unknownColumns(named: NamedColumn[], columns: string[], table: string): Mistake[] {
  const known = new Set(columns);
  return named
    .filter(({ column }) => !known.has(withoutIndexes(column, known)))
    .map(({ column, path }) => ({ path, message: `${table} has no column ${unknownName(column, columns)}` }));
}

/** The column that contains a list item: `rounds` for `rounds.0.amount`. */
const withoutIndexes = (column: string, known: Set<string>): string =>
  known.has(column) ? column : column.replace(/\.-?\d+(\..*)?$/, '');

/** Converts the document. The parser itself limits how far aliases may expand. */
function valueOf(document: Document, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new LoadError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

/** Returns the offset of the key at a path, or of the deepest part that exists. */
function offsetOf(document: Document, steps: PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of steps) {
    if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
      if (isNode(node)) offset = node.range?.[0] ?? offset;
      continue;
    }
    if (!isMap(node)) break;
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    if (!pair) break;
    if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}
