import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrases } from './phrases.ts';
import { commentTexts, markdownTexts, sourceTexts, type Text } from './texts.ts';

/** A banned phrase in a file. Lines count from 1. */
export interface Finding {
  path: string;
  line: number;
  found: string;
  write: string;
}

/** Files whose words are generated, quoted or sample data. The list of phrases contains the phrases. */
const EXCLUDED =
  /^docs\/reference\/(errors|records)\.md$|^tools\/sample\/documents\/|^tools\/words\/phrases\.ts$/;
/** Tests and the code that only tests use. */
const TESTS = /\.(test|campaign|contract)\.\w+$|\/(testing|contract|suite|fixtures?)\//;

/** Returns the texts of a file that people read; none for a file of another type. */
export function textsOf(path: string, content: string, comments = false): Text[] {
  if (/\.md$/.test(path)) return markdownTexts(content);
  if (/\.(ts|mjs)$/.test(path)) return sourceTexts(path, content, comments);
  if (/\.(ya?ml)$|Dockerfile$|\.env\.example$/.test(path)) return commentTexts(content);
  return [];
}

/** Returns the banned phrases of one file, in the order of its lines. A phrase may run over a line break. */
export function findingsOf(path: string, content: string, comments = false): Finding[] {
  const findings = textsOf(path, content, comments).flatMap(({ start, text }) => {
    const flat = text.replace(/^[ \t]*(?:\*(?!\/)|\/\/|#|>)/gm, (mark) => ' '.repeat(mark.length));
    return phrases.flatMap(({ pattern, write }) =>
      [...flat.matchAll(pattern)].map(({ index, 0: found }) => {
        const line = content.slice(0, start + index).split('\n').length;
        return { path, line, found: found.replace(/\s+/g, ' '), write };
      }),
    );
  });
  return findings.sort((a, b) => a.line - b.line);
}

/** Returns the findings of the files below `paths` that git tracks, or would. With `everything`: tests and comments too. */
export function lint(root: string, paths: string[], everything = false): Finding[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  return [...new Set(files)]
    .filter(
      (path) => !EXCLUDED.test(path) && (everything || !TESTS.test(path)) && existsSync(join(root, path)),
    )
    .flatMap((path) => findingsOf(path, readFileSync(join(root, path), 'utf8'), everything));
}
