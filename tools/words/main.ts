import { resolve } from 'node:path';
import { z } from 'zod';
import { runCommand } from '../command.ts';
import { lint } from './lint.ts';

await runCommand({
  usage: 'npm run words -w tools -- [path…] [options]',
  summary: 'Find phrases that readers stumble over, in documents, help texts, messages and log lines.',
  options: {
    path: z
      .array(z.string())
      .default([])
      .describe('files or folders, relative to the root of the repository (default: all)'),
    everything: z.boolean().default(false).describe('check comments and tests as well'),
  },
  argument: 'path',
  run: ({ path: paths, everything }) => {
    const findings = lint(resolve(import.meta.dirname, '../..'), paths, everything);
    for (const { path, line, found, write } of findings)
      process.stdout.write(`${path}:${line}: "${found}". Write: ${write}\n`);
    if (findings.length > 0) throw new Error(`Banned phrases: ${findings.length}.`);
    process.stdout.write('No banned phrases.\n');
  },
});
