import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Programs } from '../programs/programs.ts';

const SAMPLE = join(import.meta.dirname, '../../../../tools/sample');

/** Loads the sample's records of these kinds, such as `companies`, through ingest. */
export async function loadSample(programs: Programs, kinds: string[]): Promise<void> {
  for (const kind of kinds) {
    const file = join(SAMPLE, `${kind}.ndjson`);
    const path = existsSync(file) ? file : join(SAMPLE, kind);
    await programs.run('ingest', ['load', '--json', '--', kind, path]);
  }
}
