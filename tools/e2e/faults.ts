import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningMeilisearch } from '@dossier/search/testing';
import { openDatabase } from '@dossier/store';
import type { TestPostgres } from '@dossier/store/testing';
import type { Program } from './program.ts';

const DAY_MS = 86_400_000;
/** A primary whose workers exit five times, each within a minute of a start, ends by design. */
const BETWEEN_KILLS_MS = 61_000;
const DISK = '512m';

/** Moves the clock of a program by the milliseconds in the file CLOCK. */
export const MOVED_CLOCK = `--import data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  const Real = Date;
  const read = () => Number(readFileSync(process.env.CLOCK, 'utf8'));
  let offset = read();
  setInterval(() => (offset = read()), 50).unref();
  globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + offset); }
    static now() { return Real.now() + offset; }
  };`)}`;

/** A small disk of its own in a folder that everybody may use. Only root can mount it. */
export interface Disk {
  path: string;
  fill(): void;
  free(): void;
  unmount(): void;
}

/** Mounts a small disk. Returns undefined without the right to mount one. */
export function mountDisk(): Disk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'dossier-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=1777`, 'tmpfs', path]);
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      const { bavail, bsize } = statfsSync(path);
      execFileSync('fallocate', ['-l', String(Math.floor(bavail * bsize * 0.9)), ballast]);
      const file = openSync(ballast, 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    unmount: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** What can fail. */
export interface Parts {
  postgres: TestPostgres;
  standby: TestPostgres;
  search: RunningMeilisearch;
  program: Program;
  /** The disk of the database; undefined if none could be mounted. */
  disk: Disk | undefined;
  /** The file of the time that the clock of the program is ahead. */
  clock: string;
  /** Returns a random number below `most`. */
  pick: (most: number) => number;
}

/** Returns the faults. Each lasts until its promise resolves. One that is not possible now returns false. */
export function faultsOf({ postgres, standby, search, program, disk, clock, pick }: Parts) {
  let killable = 0;
  const workers = (): number[] =>
    JSON.parse(`[${[...program.stdout().matchAll(/"workers":\[([\d,]+)\]/g)].at(-1)![1]}]`) as number[];
  const stop = async (server: Pick<TestPostgres, 'signal'>) => {
    server.signal('SIGSTOP');
    await sleep(500 + pick(3000));
    server.signal('SIGCONT');
  };
  const moveClock = async (ms: number) => {
    writeFileSync(clock, String(ms));
    await sleep(300 + pick(500));
    writeFileSync(clock, '0');
  };
  return {
    'the database is stopped and continues': () => stop(postgres),
    'the standby is stopped and continues': () => stop(standby),
    'the search server is stopped and continues': () =>
      stop({ signal: (name) => process.kill(search.pid, name) }),
    'the database is killed and starts again': async () => {
      await postgres.kill();
      await postgres.restart();
    },
    'the standby is killed and starts again': async () => {
      await standby.kill();
      await standby.restart();
    },
    'the disk of the database is slow': async () => {
      for (let times = 20 + pick(40); times > 0; times -= 1) {
        postgres.signal('SIGSTOP');
        await sleep(50);
        postgres.signal('SIGCONT');
        await sleep(10);
      }
    },
    'the disk of the database is full': async () => {
      if (!disk) return false;
      disk.fill();
      await sleep(1000 + pick(3000));
      disk.free();
      if (await hasEnded(postgres)) await postgres.restart();
    },
    'all connections to the database are lost': async () => {
      const db = openDatabase(postgres.url, { pool: 1 });
      await db
        .raw('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
        .catch(() => {});
      await db.destroy();
    },
    [KILLED]: async () => {
      if (performance.now() < killable) return false;
      killable = performance.now() + BETWEEN_KILLS_MS;
      const all = workers();
      const known = program.stdout().length;
      process.kill(all[pick(all.length)]!, 'SIGKILL');
      while (!program.stdout().slice(known).includes('a worker was replaced')) await sleep(20);
    },
    'the clock jumps a day ahead and back': () => moveClock(DAY_MS),
    'the clock jumps a day back and ahead': () => moveClock(-DAY_MS),
  } satisfies Record<string, () => Promise<void | false>>;
}

/** The only fault in which a request may get no response. */
export const KILLED = 'a worker is killed';

/** Returns whether Postgres has ended, which it does if it finds no room for its log. */
async function hasEnded({ url }: TestPostgres): Promise<boolean> {
  const db = openDatabase(url, { pool: 1 });
  const isRefused = () =>
    db.raw('select 1').then(
      () => false,
      (error: { code?: string }) => error.code === 'ECONNREFUSED',
    );
  try {
    if (await isRefused()) return true;
    await sleep(500);
    return await isRefused();
  } finally {
    await db.destroy();
  }
}
