import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Token, Tokens } from 'marked';
import { readMarkdown, textOf } from './markdown.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/** A guide of the repository, with its place in the navigation. */
export interface Guide {
  /** The name of its file in the folder `docs`. */
  file: string;
  /** Its path below `/docs`. */
  path: string;
  /** The readers for whom it is, as `docs/README.md` names them. */
  group: string;
  /** What it is about, in a few words. */
  about: string;
  title: string;
  source: string;
}

/** What everybody may read. Other guides tell how a service is run, which is for its operators. */
const PUBLIC = /^(quickstart\.md$|partners\/|publishers\/|reference\/errors\.md$)/;
/** What only operators and data teams read. */
const OPERATORS = /^(operators\/|data-team\/|measurements\/|reference\/records\.md$)/;

export type Reader = 'public' | 'operator';

/** Returns the guides for a reader in the order of `docs/README.md`, whose lists are the navigation. */
export function readGuides(reader: Reader): Guide[] {
  const isFor = (file: string) => PUBLIC.test(file) || (reader === 'operator' && OPERATORS.test(file));
  return entriesOf(readText('docs/README.md'))
    .filter(({ file }) => isFor(file))
    .map((entry) => {
      const source = readText(`docs/${entry.file}`);
      return { ...entry, path: pathOf(entry.file), source, title: readMarkdown(source).title };
    });
}

const pathOf = (file: string) => (file === 'reference/errors.md' ? 'errors' : file.replace(/\.md$/, ''));

/** Returns the text of a file of the repository. */
export const readText = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Returns each linked file of the index with its heading and its description. */
function entriesOf(source: string): Pick<Guide, 'file' | 'group' | 'about'>[] {
  let group = 'Start';
  return readMarkdown(source).tokens.flatMap((token) => {
    if (token.type === 'heading' && token['depth'] === 2) group = textOf(token).replace(/:.*/, '');
    if (token.type === 'paragraph') return linksIn(token).map((file) => ({ file, group, about: '' }));
    if (token.type !== 'list') return [];
    return (token as Tokens.List).items.flatMap((item) => {
      const about = /: (.*)$/.exec(textOf(item))?.[1] ?? '';
      return linksIn(item).map((file) => ({ file, group, about }));
    });
  });
}

const linksIn = (token: Token): string[] =>
  token.type === 'link'
    ? [String(token['href'])]
    : ((token as { tokens?: Token[] }).tokens ?? []).flatMap(linksIn);

/** Returns the file that a link in a file names, and its anchor; undefined for addresses of other sites. */
export function targetOf(from: string, href: string): { file: string; anchor: string } | undefined {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [name = '', anchor = ''] = href.split('#');
  const file = name === '' ? from : normalize(join(dirname(from), name));
  return { file, anchor: anchor === '' ? '' : `#${anchor}` };
}
