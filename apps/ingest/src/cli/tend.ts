import { readConfig } from './config.ts';
import { deleteRecord, type Deleted } from './delete.ts';
import { findKind } from '../kinds/index.ts';
import { printGoesWith } from '../kinds/remove.ts';
import { printWaiting } from '../report/report.ts';
import { printStatus, readStatus } from './status.ts';
import { exitCode } from './exit-codes.ts';
import { recordedTask } from './recorded.ts';
import { unchanged, withDatabase, withSearch, type World } from './world.ts';

/** Deletes one record and says what went with it. */
export async function runDelete(
  world: World,
  kindName: string,
  key: string[],
  { json }: { json?: boolean },
): Promise<number> {
  const config = readConfig(world.env);
  const kind = findKind(kindName)!;
  return withDatabase(config, async (db) =>
    withSearch(config, world, db, async (search) => {
      const deleted = await recordedTask(
        { db, stop: undefined },
        { command: 'delete', kind: kind.name, source: key.join(' ') },
        () => deleteRecord({ db, search, kind, key }),
        ({ with: also }) => also,
      );
      world.out(`${json ? JSON.stringify(deleted) : printDeleted(deleted)}\n`);
      return exitCode.done;
    }),
  );
}

/** Prints the state of ingest. */
export async function runStatus(
  world: World,
  { json, runs }: { json?: boolean; runs?: number },
): Promise<number> {
  return unchanged(readConfig(world.env), world, (config) =>
    withDatabase(config, async (db) => {
      const now = new Date();
      const status = await readStatus(db, now, runs);
      world.out(`${json ? JSON.stringify(status, undefined, 2) : printStatus(status, now)}\n`);
      return exitCode.done;
    }),
  );
}

function printDeleted({ kind, key, with: also, indexed, waiting, problem }: Deleted): string {
  const lines = [`Deleted: ${kind} ${key.join(' ')}${printGoesWith(also)}`];
  if (problem !== undefined) lines.push(`The search cannot be used now: ${problem}`);
  if (indexed > 0) lines.push(`Search: ${indexed} ${indexed === 1 ? 'entry' : 'entries'} brought up to date`);
  if (waiting > 0) lines.push(printWaiting(waiting));
  return lines.join('\n');
}
