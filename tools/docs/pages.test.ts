import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { deadLinks, readPage, ROOT, wordsOf } from './page.ts';

const git = (...args: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

const PATHS = git('*.md').filter((path) => !path.startsWith('tools/sample/documents/'));
/** The resource of the example in CONTRIBUTING.md. */
const EXAMPLE = /award/;
/** Pages that are looked up rather than read: generated ones, lists and measurements. */
const LONG = /^CHANGELOG\.md$|^docs\/(reference|measurements)\/|^tools\/conformance\/requirements\.md$/;
const MAX_WORDS = 1200;
/**
 * The commands of `console` blocks, which no test runs: they need Docker, systemd, another machine or a placeholder, or
 * run until they are stopped. A block of `sh` is run; a test names its page.
 */
const NOT_RUN =
  /^(docker|sudo|git|caddy|pg_dump|pg_restore|psql "\$COPY_URL"|npm ci|npm run serve|npm run bench|npm run pointer|npm run ingest -- watch jobs\.yaml|npm run ingest -- load companies (https|s3):\S+ --mapping vendor\.yaml|npm run campaigns|npm run admin -- keys (change|rotate|revoke) Ab12Cd34|npm run admin -- (doctor|restore (backups\/|s3:\S+)|backup s3:\S+)|curl -s http:\/\/localhost:9464\/ready|cp \.env\.example|set -a;)(?= |$)/;

describe.each(PATHS)('%s', (path) => {
  const page = readPage(path);

  it('has no dead link and names no missing file', () => {
    expect(deadLinks(page).filter((path) => !EXAMPLE.test(path))).toEqual([]);
  });

  if (!LONG.test(path))
    it('is short enough to read', () => {
      expect(wordsOf(page)).toBeLessThanOrEqual(MAX_WORDS);
    });

  if (path === 'README.md' || path.startsWith('docs/')) {
    it('is run by a test if it has commands', () => {
      if (!page.blocks.some(({ language }) => language === 'sh')) return;
      const tests = git('*.test.ts').filter((test) => readFileSync(join(ROOT, test), 'utf8').includes(path));
      expect(tests).not.toEqual([]);
    });

    it('contains commands outside of tests only if they need another machine', () => {
      const commands = page.blocks
        .filter(({ language }) => language === 'console')
        .flatMap(({ text }) => [...text.matchAll(/^\$ (?:\w+=\S+ )*(.*)$/gm)].map(([, command]) => command!));
      expect(commands.filter((command) => !NOT_RUN.test(command))).toEqual([]);
    });
  }
});

it('README.md fits on three screens', () => {
  expect(readPage('README.md').text.split('\n').length).toBeLessThanOrEqual(150);
});

it('gives each decision a number of its own, with which its title begins', () => {
  const decisions = PATHS.filter((path) => /^docs\/decisions\/\d/.test(path));
  const numbers = decisions.map((path) => Number(/\d+/.exec(path)![0]));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(decisions.map((path) => Number.parseInt(readPage(path).text.slice(2)))).toEqual(numbers);
});
