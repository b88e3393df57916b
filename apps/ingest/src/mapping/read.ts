import { readFile } from 'node:fs/promises';
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import type { Kind } from '../kinds/kind.ts';
import { dottedFields, hasField } from '../stages/schema.ts';
import { LoadError } from '../stages/types.ts';
import { unknownName } from '../stages/validate.ts';
import { columnOf, mappingFile, type FieldRule } from './rules.ts';

/** A mapping that was checked against its kind. */
export interface Mapping {
  /** By the dotted name of the field. */
  fields: [field: string, rule: FieldRule][];
  /** @throws LoadError that names the line of a rule whose column a table does not have */
  checkColumns(columns: string[], table: string): void;
}

/** Reads a mapping file. @throws LoadError that names the line that is wrong */
export async function readMapping(path: string, kind: Kind): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new LoadError(error.code === 'ENOENT' ? `There is no mapping file ${path}.` : error.message);
  });
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: true, logLevel: 'silent' });
  const failAt = (line: number, problem: string) => new LoadError(`${path} line ${line}: ${problem}.`);
  const [error] = document.errors;
  if (error) throw failAt(error.linePos?.[0].line ?? 1, error.message.split(/ at line |\n/)[0]!);

  const lineOf = (steps: PropertyKey[]) => lineCounter.linePos(offsetOf(document, steps)).line;
  const result = mappingFile.safeParse(document.toJS());
  if (!result.success) {
    const { path: steps, message } = problemOf(result.error.issues[0]!);
    throw failAt(lineOf(steps), message);
  }
  const { kind: kindName, fields } = result.data;
  if (kindName !== kind.name && kindName !== kind.plural) {
    throw failAt(lineOf(['kind']), `it maps to ${kindName}, not to ${kind.plural}`);
  }
  for (const field of Object.keys(fields)) {
    if (!hasField(kind.record, field)) {
      throw failAt(
        lineOf(['fields', field]),
        `unknown field ${unknownName(field, dottedFields(kind.record))}`,
      );
    }
  }
  return {
    fields: Object.entries(fields),
    checkColumns: (columns, table) => {
      for (const [field, rule] of Object.entries(fields)) {
        const column = columnOf(rule);
        if (column !== undefined && !columns.includes(column)) {
          throw failAt(lineOf(['fields', field]), `${table} has no column ${unknownName(column, columns)}`);
        }
      }
    },
  };
}

/** What tells the forms of a rule apart. */
const FORMS = ['column', 'constant', 'domain_of'];

/** A problem with its place. Of the forms that a rule may have, that of the form which was meant. */
function problemOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((problems) =>
      problems.every(({ path: [key] }) => key !== undefined && !FORMS.includes(String(key))),
    )?.[0];
    if (meant) return problemOf({ ...meant, path: [...issue.path, ...meant.path] });
    const message = `${issue.path.slice(0, 2).join('.')} must be a column, or have one of ${FORMS.join(', ')}`;
    return { path: issue.path, message };
  }
  if (issue.code === 'unrecognized_keys') {
    return { path: [...issue.path, issue.keys[0]!], message: `"${issue.keys[0]}" means nothing here` };
  }
  return { path: issue.path, message: `${issue.path.join('.') || 'the file'}: ${issue.message}` };
}

/** Where the key of a path begins in the text; as deep as the path leads. */
function offsetOf(document: Document, steps: PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of steps) {
    if (!isMap(node)) break;
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
    if (!pair) break;
    if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}
