import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** A fenced block of a page; `file` is the name after the language, as in ```` ```csv feed/companies.csv ````. */
export interface Block {
  language: string;
  file: string | undefined;
  text: string;
  /** Where the text begins and ends in the page. */
  start: number;
  end: number;
}

/** A page of the documentation. */
export interface Page {
  /** Relative to the repository. */
  path: string;
  text: string;
  blocks: Block[];
}

const FENCE = /^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm;

/** Reads a page of the documentation. @param path relative to the repository */
export const readPage = (path: string): Page => parsePage(path, readFileSync(join(ROOT, path), 'utf8'));

/** Parses the blocks of a page. */
export function parsePage(path: string, text: string): Page {
  const blocks = [...text.matchAll(FENCE)].map((match): Block => {
    const [all, language, file, content] = match;
    const start = match.index + all.indexOf('\n') + 1;
    return { language: language!, file, text: content!, start, end: start + content!.length };
  });
  return { path, text, blocks };
}

/** Returns the number of words of a page, without its fenced blocks. */
export const wordsOf = ({ text }: Page): number => text.replace(FENCE, '').match(/\S+/g)?.length ?? 0;

/** Returns the links of a page that lead to no file, or to no heading of the file, and the paths that do not exist. */
export function deadLinks(page: Page): string[] {
  const prose = page.text.replace(FENCE, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  const dead = links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link));
  const written = new Set(page.blocks.map(({ file }) => file));
  const paths = [...prose.matchAll(PATH)].map(([, path]) => path!);
  return [
    ...dead,
    ...paths.filter((path) => !written.has(path) && !BUILT.test(path) && !existsSync(join(ROOT, path))),
  ];
}

/** What a build makes. */
const BUILT = /\/dist\//;
/** Code that names a file or folder of the repository: `tools/sample`. */
const PATH = /`((?:apps|libs|tools|docs|docker)\/[\w./-]+)`/g;

function leadsSomewhere(page: Page, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  if (file === '') return anchorsOf(page.text).has(anchor!);
  const path = join(ROOT, dirname(page.path), file);
  return existsSync(path) && (anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).has(anchor));
}

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.replace(FENCE, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
