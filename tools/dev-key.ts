import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generateApiKey } from '@dossier/store';

/** Returns the API key in a file that only its owner can read. Creates the file with a new key if it is missing. */
export function devKey(path: string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${generateApiKey()}\n`, { mode: 0o600 });
  }
  return readFileSync(path, 'utf8').trim();
}
