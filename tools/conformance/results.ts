import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The result of a test whose title names requirements. */
export interface TestResult {
  /** From the root of the repository. */
  file: string;
  title: string;
  passed: boolean;
}

/** What the reporter stored of a test file. */
interface Stored {
  file: string;
  hash: string;
  tests: { title: string; status: string }[];
}

/**
 * Reads the results that the reporter stored of the last runs, in `dist/conformance` of every project. Results of deleted
 * test files are skipped.
 * @throws Error when a test file has changed since its run
 */
export function readResults(root: string): TestResult[] {
  return projects(root).flatMap((project) => {
    const folder = join(project, 'dist/conformance');
    return namesIn(folder).flatMap((name) => readOne(root, project, join(folder, name)));
  });
}

function readOne(root: string, project: string, path: string): TestResult[] {
  const { file, hash, tests } = JSON.parse(readFileSync(path, 'utf8')) as Stored;
  const source = join(project, file);
  if (!existsSync(source)) return [];
  const name = relative(root, source);
  if (createHash('sha256').update(readFileSync(source)).digest('hex') !== hash)
    throw new Error(`${name} has changed since it was run. Run npm test first.`);
  return tests.map(({ title, status }) => ({ file: name, title, passed: status === 'passed' }));
}

const projects = (root: string) => [
  ...['apps', 'libs'].flatMap((group) => namesIn(join(root, group)).map((name) => join(root, group, name))),
  join(root, 'tools'),
];
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);
