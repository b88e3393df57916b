import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { startProgram, type Program } from './programs.ts';
import { kinds, writeRecords, type LoadedKind } from './records.ts';

/** Loads of one version after another. */
export interface Loads {
  /** The version of a kind that is being loaded, or was loaded last. */
  loading: Record<LoadedKind, number>;
  /** The version that a load has acknowledged. */
  loaded: Record<LoadedKind, number>;
  /** The version that the search index has. */
  indexed(): number;
  /** Sends a signal to the command that runs. Returns false if none runs at this moment. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): boolean;
  /** @throws Error if the loads have ended because of an error */
  check(): void;
  /** Finishes the version that is being loaded, and returns it. */
  end(): Promise<number>;
  /** Kills the command that runs, and starts no other. */
  abort(): void;
}

/** Loads versions until `end`. A load that fails is repeated, as an operator does. */
export function startLoads(folder: string, settings: Record<string, string>, ledger: Ledger): Loads {
  const loading = { companies: 0, filings: 0 };
  const loaded = { companies: 0, filings: 0 };
  let indexed = 0;
  let isOver = false;
  let isAborted = false;
  let problem: unknown;
  let program: Program | undefined;

  /** Runs a command until it succeeds, and returns how many changes wait to be indexed then. */
  const untilDone = async (args: string[]): Promise<number> => {
    for (;;) {
      if (isAborted) throw new Error('The loads were aborted.');
      const began = performance.now();
      program = startProgram(['ingest', ...args, '--json'], settings);
      const { ended, stdout, stderr } = program;
      const code = await ended;
      if (code === 0) return (JSON.parse(stdout()) as { waiting: number }).waiting;
      if (code === 3) throw new Error(`Records were rejected: ${stdout()}`);
      ledger.failed(
        ['ingest', 'postgres', 'meilisearch'],
        began,
        `${args.join(' ')}: ${code} ${stdout()}${stderr()}`,
      );
      await sleep(50);
    }
  };
  const running = (async () => {
    let version = 0;
    while (!isOver) {
      version++;
      let waiting = 0;
      for (const kind of kinds) {
        loading[kind] = version;
        waiting = await untilDone(['load', kind, writeRecords(folder, kind, version)]);
        loaded[kind] = version;
      }
      while (waiting > 0) waiting = await untilDone(['index']);
      indexed = version;
    }
    return version;
  })();
  running.catch((error: unknown) => (problem = error));
  return {
    loading,
    loaded,
    indexed: () => indexed,
    signal: (name) => program!.process.exitCode === null && program!.process.kill(name),
    check: () => {
      if (problem) throw problem as Error;
    },
    abort: () => {
      isAborted = true;
      program?.process.kill('SIGKILL');
    },
    end: () => {
      isOver = true;
      return running;
    },
  };
}
