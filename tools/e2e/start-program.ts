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

/** Starts a built program without npm, so that a signal reaches the program itself. */
export function startProgram(args: string[], settings: Record<string, string>): Program {
  const child = spawn(process.execPath, ['bin/dossier.cjs', ...args], {
    cwd: root,
    // Flags of this process, such as those of a test runner, are not for the program.
    env: { ...process.env, NODE_OPTIONS: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => void (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}
