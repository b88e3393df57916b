import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generatedFiles } from './generated.ts';

/** `npm run generate`: writes the files that are generated from the code. They are checked in. */
for (const { path, text } of await generatedFiles()) {
  writeFileSync(path, text);
  process.stdout.write(`${relative(process.cwd(), path)}\n`);
}
