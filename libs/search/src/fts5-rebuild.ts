import { rmSync } from 'node:fs';
import type { SearchEngine } from './engine.ts';
import { connect, openFile, refuseForeign } from './fts5-file.ts';
import { guard, guardAsync } from './fts5-guard.ts';
import { fts5Engine } from './fts5.ts';

/**
 * Builds an index beside the one at `path`, of whatever version that is, and puts it in its place in one
 * transaction once `fill` has ended: readers that have the file open see the old one until then and the new one
 * afterwards. What is put into the old one meanwhile is lost. When `fill` fails the old one stays.
 * @throws ConfigError when the file at `path` is a database of something else.
 */
export async function rebuildFile(
  path: string,
  fill: (engine: SearchEngine) => Promise<void>,
): Promise<void> {
  guard(() => {
    const old = connect(path);
    try {
      refuseForeign(old);
    } finally {
      old.close();
    }
  });
  const beside = `${path}.rebuild`;
  const discard = () => ['', '-wal', '-shm'].forEach((suffix) => rmSync(beside + suffix, { force: true }));
  discard();
  const db = openFile(beside);
  try {
    await fill(fts5Engine(db));
    // Not a rename: that would leave the old file's log beside the new file, and open readers on the old.
    await guardAsync(() => db.backup(path));
  } finally {
    db.close();
    discard();
  }
}
