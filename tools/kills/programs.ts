import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A started program of ours. */
export interface Program {
  process: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Resolves with its exit code, or null if it was killed. */
  ended: Promise<number | null>;
}

/**
 * Starts a built program without npm, so that a signal reaches the program itself.
 * @param folder the root of its workspace, by default this one
 */
export function startProgram(
  args: string[],
  settings: Record<string, string>,
  folder = root,
  stdin: 'ignore' | 'pipe' = 'ignore',
): Program {
  const child = spawn(process.execPath, ['bin/dossier.cjs', ...args], {
    cwd: folder,
    // Flags of this process, such as those of a test runner, are not for the program.
    env: { ...process.env, NODE_OPTIONS: '', ...settings },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => void (stdout += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** A replica of the API. Each start gets another port. */
export interface Replica {
  url(): string;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
  /** Starts it, and returns when it listens. */
  start(): Promise<void>;
  ended(): Promise<unknown>;
}

/** Returns a replica that is not started yet. */
export function replicaOf(settings: Record<string, string>, folder?: string): Replica {
  let program: Program;
  let url = '';
  return {
    url: () => url,
    signal: (name) => void program.process.kill(name),
    start: async () => {
      const started = startProgram(['serve'], settings, folder);
      program = started;
      url = await new Promise<string>((listens, failed) => {
        started.process.stdout!.on('data', () => {
          const [, found] = /"url":"([^"]+)"/.exec(started.stdout()) ?? [];
          if (found !== undefined) listens(found);
        });
        void started.ended.then((code) =>
          failed(new Error(`serve exited with ${code}: ${started.stdout()}${started.stderr()}`)),
        );
      });
    },
    ended: () => program.ended,
  };
}
