import { readFile } from 'node:fs/promises';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import type { Kind } from '../../kinds/kind.ts';
import { pathParts } from '../../rows/items-at.ts';
import { dottedFields, fieldsAt, hasField, isRequired } from '../../rows/schema.ts';
import { LoadError } from '../../rows/types.ts';
import { unknownName } from '../../rows/validate.ts';
import {
  columnsOf,
  FORMS,
  MEANING_KEYS,
  mappingFile,
  RULE_KEYS,
  type FieldRule,
  type RejectRule,
} from './rules.ts';

/** A mapping, checked against its kind. */
export interface Mapping {
  /** Rules by the dotted name of the field. */
  fields: [field: string, rule: FieldRule][];
  /** The required fields of list items. */
  needed: Set<string>;
  reject: RejectRule[];
  encoding: string | undefined;
  /** Where the rows are, as parts of a path; undefined for the rows of the source itself. */
  rows: string[] | undefined;
  /** The columns of objects around a row, such as `../name`. */
  outer: string[];
  /** @throws LoadError that names the line of a rule whose column the table does not have */
  checkColumns: (columns: string[], table: string) => void;
}

/** Reads a mapping file. @throws LoadError that names the line that is wrong */
export async function readMapping(path: string, kind: Kind): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR') throw new LoadError(`${path} is a directory; name a mapping file.`);
    throw new LoadError(error.code === 'ENOENT' ? `There is no mapping file ${path}.` : error.message);
  });
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: true, logLevel: 'silent' });
  const failAt = (line: number, problem: string) => new LoadError(`${path} line ${line}: ${problem}.`);
  const [error] = document.errors;
  if (error) throw failAt(error.linePos?.[0].line ?? 1, error.message.split(/ at line |\n/)[0]!);
  if (!isMap(document.contents)) throw new LoadError(`${path} is no mapping: it must have kind and fields.`);

  const lineOf = (steps: PropertyKey[]) => lineCounter.linePos(offsetOf(document, steps)).line;
  const result = mappingFile.safeParse(valueOf(document, path));
  if (!result.success) {
    const { path: steps, message } = problemOf(mostTelling(result.error.issues));
    throw failAt(lineOf(steps), message);
  }
  const { kind: kindName, fields, reject = [], rows, encoding } = result.data;
  if (kindName !== kind.name && kindName !== kind.plural) {
    throw failAt(lineOf(['kind']), `it maps to "${kindName}", not to ${kind.plural} (kind: ${kind.name})`);
  }
  for (const field of Object.keys(fields)) {
    if (!hasField(kind.record, field)) {
      throw failAt(
        lineOf(['fields', field]),
        `unknown field ${unknownName(field, dottedFields(kind.record))}`,
      );
    }
  }
  const columns = [...Object.values(fields).flatMap(columnsOf), ...reject.map(({ column }) => column)];
  return {
    outer: [...new Set(columns)].filter((column) => column.startsWith('../')),
    fields: Object.entries(fields),
    needed: new Set(
      Object.keys(fields).filter((field) => /\.\d+\./.test(field) && isRequired(kind.record, field)),
    ),
    reject,
    encoding,
    rows: rows === undefined ? undefined : pathParts(rows),
    checkColumns: (columns, table) => {
      const known = new Set(columns);
      const check = (column: string, steps: PropertyKey[]) => {
        if (known.has(column)) return;
        throw failAt(lineOf(steps), `${table} has no column ${unknownName(column, columns)}`);
      };
      for (const [field, rule] of Object.entries(fields)) {
        for (const column of columnsOf(rule)) check(column, ['fields', field]);
      }
      reject.forEach(({ column }, index) => check(column, ['reject', index]));
    },
  };
}

/** Converts the document. The parser itself limits how far aliases may expand. */
function valueOf(document: Document, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new LoadError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

/** Prefers an unknown key: a mistyped key is also reported as missing. */
const mostTelling = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue =>
  issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;

/** Returns the problem with its place; for a rule, that of the form that the rule was meant to have. */
function problemOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code === 'invalid_union') {
    const meant = formsOf(issue).find((problems) =>
      problems.every(({ path: [key] }) => key !== undefined && !FORMS.includes(String(key))),
    )?.[0];
    if (meant) return problemOf({ ...meant, path: [...issue.path, ...meant.path] });
    const inside = formsOf(issue).find(([problem]) => problem?.path[0] === 'first_of')?.[0];
    if (inside?.code === 'invalid_union')
      return problemOf({ ...inside, path: [...issue.path, ...inside.path] });
    const unknown = unknownIn(formsOf(issue));
    if (unknown !== undefined) {
      const problem = `${issue.path.slice(0, 2).join('.')} has an unknown key ${unknownName(unknown, RULE_KEYS)}`;
      return { path: [...issue.path, unknown], message: problem };
    }
    const message = `${issue.path.slice(0, 2).join('.')} must be a column, or have one of ${FORMS.join(', ')}`;
    return { path: issue.path, message };
  }
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys as [string];
    const isRule = issue.path[0] === 'fields';
    const known = isRule ? RULE_KEYS : fieldsAt(mappingFile, issue.path);
    const message = `unknown key ${unknownName(key, issue.path.includes('values') ? MEANING_KEYS : known)}`;
    return { path: [...issue.path, key], message };
  }
  if (issue.code === 'invalid_type') {
    // zod names the missing value only in the message.
    const isMissing = issue.message.endsWith('received undefined');
    const problem = isMissing ? 'is missing' : `must be ${NOUNS[issue.expected] ?? issue.expected}`;
    return { path: issue.path, message: `${issue.path.join('.')} ${problem}` };
  }
  return { path: issue.path, message: `${issue.path.join('.') || 'the file'}: ${issue.message}` };
}

const NOUNS: Record<string, string> = {
  string: 'a text',
  record: 'fields with their columns',
  array: 'a list',
};

/** Returns a key that no form of a rule has. */
function unknownIn(forms: z.core.$ZodIssue[][]): string | undefined {
  const ofForms = forms.flatMap((problems) => {
    const unknown = problems.flatMap((problem) => (problem.code === 'unrecognized_keys' ? problem.keys : []));
    // A form that is not an object, such as plain text, has no keys.
    return problems.some(({ code, path }) => code === 'invalid_type' && path.length === 0) ? [] : [unknown];
  });
  return ofForms[0]?.find((key) => ofForms.every((unknown) => unknown.includes(key)));
}

/** Returns the problems with each form of a union, nested unions included. */
const formsOf = (issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[][] =>
  issue.errors.flatMap((problems) => {
    const [only] = problems;
    const isUnion = problems.length === 1 && only!.code === 'invalid_union' && only!.path.length === 0;
    return isUnion ? formsOf(only as z.core.$ZodIssueInvalidUnion) : [problems];
  });

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
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
    if (!pair) break;
    if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}
