import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillIfEmpty } from '../sample/fill.ts';
import { startScript, type Program } from './program.ts';

/** `npm start` over the sample. */
export interface SampleService {
  program: Program;
  url: string;
  key: string;
  databaseUrl: string;
  searchUrl: string;
  /** Contains the database and its index. `stop` removes it. */
  folder: string;
  stop(): Promise<void>;
}

const urlsIn = (folder: string) => ({
  databaseUrl: `sqlite:${join(folder, 'test.db')}`,
  searchUrl: `sqlite:${join(folder, 'search.db')}`,
});

/** Loads the sample into a folder, which is removed when this process exits. */
async function fill(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-sample-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    await fillIfEmpty({ ...urlsIn(folder), searchKey: undefined }, () => {});
  } catch (error) {
    // The next test file tries again.
    filled = undefined;
    remove();
    throw error;
  }
  return folder;
}
let filled: Promise<string> | undefined;

/** Copies the sample into a new folder, which the caller removes. The test files of a worker load it once. */
export async function copySample(): Promise<Pick<SampleService, 'folder' | 'databaseUrl' | 'searchUrl'>> {
  const sample = await (filled ??= fill());
  const folder = mkdtempSync(join(tmpdir(), 'dossier-service-'));
  cpSync(sample, folder, { recursive: true });
  return { folder, ...urlsIn(folder) };
}

/** Starts a service with its own copy of the sample, and leaves nothing if that fails. */
export async function startSample(settings: Record<string, string> = {}): Promise<SampleService> {
  const { folder, databaseUrl, searchUrl } = await copySample();
  const env = { DATABASE_URL: databaseUrl, SEARCH_URL: searchUrl, ...settings };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const program = await startScript('start', env, /Stop with Ctrl\+C/).catch((error: unknown) => {
    remove();
    throw error;
  });
  const find = (pattern: RegExp) => pattern.exec(program.output())![1]!;
  return {
    ...{ program, databaseUrl, searchUrl, folder },
    url: find(/answers at (\S+)/),
    key: find(/Key: (\S+)/),
    stop: async () => {
      await program.stop();
      remove();
    },
  };
}
