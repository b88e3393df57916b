import { parseDocument, type YAMLParseError } from 'yaml';
import { isDeepYaml } from '../files/yaml-depth.ts';

type FrontMatter =
  | { fields: Record<string, unknown>; body: string }
  /** The reason why the front matter cannot be read, with the line of the file. */
  | { reason: string };

const OPENING = /^---[ \t]*\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;

/**
 * Splits a page into YAML front matter and body. A text without front matter is all body. Values have the types of
 * YAML 1.2's core schema, in which dates are text; so are numbers.
 */
export function readFrontMatter(text: string): FrontMatter {
  if (/^\+\+\+[ \t]*\n/.test(text)) {
    return { reason: 'line 1: the front matter is TOML; write it as YAML between lines of ---' };
  }
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return { fields: {}, body: text };
  const rest = text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (!closing) return { reason: 'line 1: the front matter opens with --- and is never closed' };
  const body = rest.slice(closing.index + closing[0].length).replace(/^\n/, '');
  const read = readYaml(rest.slice(0, closing.index));
  return 'reason' in read ? read : { fields: read.fields, body };
}

function readYaml(yaml: string): { fields: Record<string, unknown> } | { reason: string } {
  if (isDeepYaml(yaml)) return { reason: 'line 1: the front matter is nested too deeply to be read' };
  let document = parseYaml(yaml);
  const [error] = document.errors;
  if (error) document = parseYaml(indentQuoted(yaml));
  if (error && document.errors.length > 0) return { reason: describe(error, yaml) };
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    return { reason: `line 1: the front matter cannot be read: ${(error as Error).message}` };
  }
  if (value === null) return { fields: {} };
  if (typeof value !== 'object' || Array.isArray(value)) {
    return { reason: 'line 2: the front matter must be fields, one "name: value" a line' };
  }
  return { fields: value as Record<string, unknown> };
}

/** A number would lose what a title, a slug or an accession number begins or ends with: `3.10`, `007`. */
const parseYaml = (yaml: string) =>
  parseDocument(yaml, {
    schema: 'core',
    logLevel: 'silent',
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !/:(?:int|float)$/.test(tag.tag)),
  });

function describe(error: YAMLParseError, yaml: string): string {
  const line = error.linePos?.[0].line ?? 0;
  const message = error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
  const shown = yaml.split('\n')[line - 1]?.trim().slice(0, 60) ?? '';
  // The first line of the file is `---`.
  return `line ${line + 1}: not YAML: ${message}: ${shown}`;
}

/**
 * Indents the continuation lines of quoted values. YAML 1.2 requires that, but libyaml does not, and many sites have
 * files without it.
 */
function indentQuoted(yaml: string): string {
  let quote = '';
  return yaml
    .split('\n')
    .map((line) => {
      const isInside = quote !== '';
      const [, opening = '', value = ''] = isInside ? ['', quote, line] : (OPEN_QUOTE.exec(line) ?? []);
      quote = closes(value, opening) ? '' : opening;
      return isInside ? ` ${line}` : line;
    })
    .join('\n');
}

const OPEN_QUOTE = /^[\w-]+:[ \t]+(["'])(.*)$/;

/** Returns whether a line of a quoted value contains the closing quote, not counting escaped quotes. */
const closes = (line: string, quote: string): boolean =>
  quote !== '' && line.replaceAll(quote === "'" ? "''" : /\\./g, '').includes(quote);
