import { isNode, LineCounter, parseAllDocuments, type Document } from 'yaml';
import { readAll } from '../../files/read-whole.ts';
import { isDeepYaml } from '../../files/yaml-depth.ts';
import { columnsIn, itemsAt, type ItemAt } from '../../rows/items-at.ts';
import type { Parsed } from '../../rows/types.ts';
import { NO_ROWS, type Format, type Source } from '../reader.ts';

/** YAML: one record, a list of records, or records at a path. Rows are numbered by their lines. */
export const yaml: Format = { extensions: ['.yaml', '.yml'], begins: () => false, read };

async function* read({ name: file, text, rows, onColumns }: Source): AsyncGenerator<Parsed> {
  const whole = await readAll(text);
  if ('reason' in whole) {
    yield { file, row: 1, ...whole, hidesRows: true };
    return;
  }
  const parsed = [...readYaml(whole.text, rows)];
  const items = parsed.filter((row) => 'value' in row);
  if (items.length > 0) onColumns?.(columnsIn(items));
  if (parsed.length === 0) yield { file, row: 1, reason: NO_ROWS, raw: null };
  for (const { line, ...row } of parsed) {
    if ('reason' in row) yield { file, row: line, ...row, raw: null, hidesRows: true };
    else yield { file, row: line, ...row };
  }
}

/** One record of a YAML text with its line, or why there is none. */
type YamlRow = ({ line: number } & Pick<ItemAt, 'value' | 'around'>) | { line: number; reason: string };

/**
 * Parses the records of a YAML text: the items at the path, or without one the items of a list or the whole document.
 * Dates stay text, as in the core schema of YAML 1.2.
 */
function* readYaml(text: string, path: string[] | undefined): Generator<YamlRow> {
  if (isDeepYaml(text)) {
    yield { line: 1, reason: 'wrong format: the file is nested too deeply to be read' };
    return;
  }
  const lineCounter = new LineCounter();
  const read = parseAllDocuments(text, { schema: 'core', lineCounter, logLevel: 'silent' });
  for (const document of 'empty' in read ? [] : read) {
    const [error] = document.errors;
    if (error) {
      const message = error.message.split(/ at line |\n/)[0]!;
      yield { line: error.linePos?.[0].line ?? 1, reason: `wrong format: the file is not YAML: ${message}` };
      return;
    }
    const value = valueOf(document);
    if ('reason' in value) {
      yield { line: 1, reason: value.reason };
      continue;
    }
    const parts = path ?? (Array.isArray(value.value) ? ['*'] : []);
    for (const item of itemsAt(value.value, parts)) {
      const node = document.getIn(item.steps, true);
      const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
      yield { line: lineCounter.linePos(offset).line, value: item.value, around: item.around };
    }
  }
}

/** Converts a document. The parser itself limits how far aliases may expand. */
function valueOf(document: Document): { value: unknown } | { reason: string } {
  try {
    return { value: document.toJS() as unknown };
  } catch (error) {
    return { reason: `wrong format: the file cannot be read: ${(error as Error).message}` };
  }
}
