import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Io } from '../cli/io.ts';
import { run } from '../cli/run.ts';

const ROOT = join(import.meta.dirname, '../../../..');

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A run of the built program in a process of its own, as `npm run ingest` starts it: rebuilt if a source has changed. */
export interface Running {
  process: ChildProcess;
  finished: Promise<Finished>;
}

/** Starts it with the environment given; `input` is its standard input, or the beginning of one that never ends. */
export function startIngest(
  args: string[],
  env: Record<string, string>,
  input = '',
  { isEndless = false } = {},
): Running {
  const main = [join(ROOT, 'bin/dossier.cjs'), 'ingest', ...args];
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const child = spawn(process.execPath, main, { cwd: ROOT, env: { ...inherited, ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // It may end before it has read its input.
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  if (!isEndless) child.stdin.end();
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  return { process: child, finished };
}

/** Runs it to its end. */
export const runIngest = (args: string[], env: Record<string, string>, input?: string): Promise<Finished> =>
  startIngest(args, env, input).finished;

/** Runs it within this process, which is quicker. */
export async function callIngest(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  const code = await runHere(args, env, {
    out: (text) => (output.stdout += text),
    err: (text) => (output.stderr += text),
  });
  return { code, ...output };
}

/** Runs it within this process; the output is what a terminal shows, standard output and standard error together. */
export async function showIngest(
  args: string[],
  env: Record<string, string>,
  stdin?: AsyncIterable<Uint8Array>,
): Promise<{ code: number; output: string }> {
  let output = '';
  const write = (text: string) => (output += text);
  const code = await runHere(args, env, { out: write, err: write }, stdin);
  return { code, output };
}

const runHere = (
  args: string[],
  env: Record<string, string>,
  streams: Pick<Io, 'out' | 'err'>,
  stdin: AsyncIterable<Uint8Array> = (async function* () {})(),
): Promise<number> => run(args, { env, stdin, ...streams, terminal: undefined });
