import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const REQUIREMENT = /\bR-[A-Z]+-\d+/;

/**
 * Stores the results of the tests whose titles name requirements: a file for each test file in the project's
 * `dist/conformance`, with a hash of the test file, so that results of an older version are recognized.
 */
export default class ConformanceReporter {
  constructor(globalConfig) {
    this.project = globalConfig.rootDir;
  }

  onTestResult(_test, { testFilePath, testResults }) {
    const tests = testResults
      .map(({ ancestorTitles, title, status }) => ({ title: [...ancestorTitles, title].join(' › '), status }))
      .filter(({ title }) => REQUIREMENT.test(title));
    const file = relative(this.project, testFilePath);
    const folder = join(this.project, 'dist', 'conformance');
    const hash = createHash('sha256').update(readFileSync(testFilePath)).digest('hex');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${file.replaceAll(/[^\w.]+/g, '-')}.json`),
      JSON.stringify({ file, hash, tests }),
    );
  }
}
