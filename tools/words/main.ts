import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lint } from './lint.ts';

/** `npm run words -w tools`: prints the banned phrases of documents, help texts and messages, and fails if there are any. */
const HELP = `Usage: npm run words -w tools -- [--everything] [path…]

Find phrases that readers stumble over, in documents, help texts, messages and log lines.

  path          a file or folder, from the root of the repository; default: all of it
  --everything  check comments and tests as well
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { everything: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) process.stdout.write(HELP);
else {
  const findings = lint(resolve(import.meta.dirname, '../..'), positionals, values.everything);
  for (const { path, line, found, write } of findings) {
    process.stdout.write(`${path}:${line}: "${found}". Write: ${write}\n`);
  }
  process.stdout.write(
    findings.length === 0 ? 'No banned phrases.\n' : `${findings.length} banned phrases.\n`,
  );
  if (findings.length > 0) process.exitCode = 1;
}
