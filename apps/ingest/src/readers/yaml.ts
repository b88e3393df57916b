import { isNode, LineCounter, parseAllDocuments, type Document } from 'yaml';
import { itemsAt, type ItemAt } from '../rows/items-at.ts';

/** One record of a YAML text, by its line; or why there is none. */
export type YamlRow =
  ({ line: number } & Pick<ItemAt, 'value' | 'around'>) | { line: number; reason: string };

/**
 * The records of a YAML text: the items at the path; without one the items of a list, or the whole. Dates stay text,
 * as YAML 1.2's core schema has them.
 */
export function* readYaml(text: string, path: string[] | undefined): Generator<YamlRow> {
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

/**
 * True where one line opens hundreds of lists or objects, or a line is indented as for hundreds: the parser calls itself
 * for each, and would take the whole program down.
 */
export const isDeepYaml = (text: string): boolean =>
  /[[{](?:[^[{\]}\n]*[[{]){300}|^(?: *[-?] ){300}|^ {1000}/m.test(text);

/** Aliases that refer to each other without end are refused by the parser's own limit. */
function valueOf(document: Document): { value: unknown } | { reason: string } {
  try {
    return { value: document.toJS() as unknown };
  } catch (error) {
    return { reason: `wrong format: the file cannot be read: ${(error as Error).message}` };
  }
}
