import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillIfEmpty } from '../sample/fill.ts';
import { started, startProgram } from './program.ts';

/** `npm start` over the sample. */
export type SampleService = Awaited<ReturnType<typeof startSample>>;

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
export async function copySample() {
  const sample = await (filled ??= fill());
  const folder = mkdtempSync(join(tmpdir(), 'dossier-service-'));
  cpSync(sample, folder, { recursive: true });
  return { folder, ...urlsIn(folder) };
}

/** Starts a service with its own copy of the sample, and leaves nothing if that fails. */
export async function startSample(settings: Record<string, string> = {}) {
  const { folder, databaseUrl, searchUrl } = await copySample();
  const env = { DATABASE_URL: databaseUrl, SEARCH_URL: searchUrl, ...settings };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const program = await started(startProgram(['start'], env)).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    ...{ program, databaseUrl, searchUrl, folder },
    url: program.url(),
    key: /Key: (\S+)/.exec(program.output())![1]!,
    stop: async () => {
      await program.stop();
      remove();
    },
  };
}
