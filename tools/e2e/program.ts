import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { runAdmin } from '@dossier/api';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Returns the environment of a started program: without Jest's flags, on any free port. */
const environment = (settings: Record<string, string>) => ({
  ...process.env,
  NODE_OPTIONS: '',
  PORT: '0',
  ADMIN_PORT: 'off',
  DRAIN_SECONDS: '0',
  // A busy machine is no reason for a 503.
  STATEMENT_SECONDS: '60',
  ...settings,
});

export interface Program {
  process: ChildProcess;
  /** Return what the program has printed so far: together, and apart. */
  output: () => string;
  stdout: () => string;
  stderr: () => string;
  /** Resolves with its exit code, or null if it was killed. */
  ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Returns the arguments with which Node runs an npm script of the workspace. */
function argumentsOf(script: string): string[] {
  const [program, ...args] = scripts[script]!.split(' ');
  if (program !== 'node') throw new Error(`npm run ${script} is not a program of Node.`);
  return args;
}

/**
 * Starts the command of an npm script of the workspace, and waits until its output matches `awaited`. It runs without npm,
 * whose start takes time.
 */
export const startScript = (
  script: string,
  settings: Record<string, string>,
  awaited: RegExp,
): Promise<Program> => start(process.execPath, argumentsOf(script), settings, awaited);

/** Starts an npm script of the workspace by npm, and waits until its output matches `awaited`. */
export async function startByNpm(
  script: string,
  settings: Record<string, string>,
  awaited: RegExp,
): Promise<Program & { killNpm(): Promise<void> }> {
  const program = await start('npm', ['run', '--silent', script], settings, awaited);
  return {
    ...program,
    /** Kills npm alone, and returns when the program has ended too. */
    killNpm: async () => {
      const closed = once(program.process, 'close');
      program.process.kill('SIGKILL');
      // The output closes when no process has it open.
      await closed;
    },
  };
}

async function start(
  command: string,
  args: string[],
  settings: Record<string, string>,
  awaited: RegExp,
): Promise<Program> {
  const program = watch(command, args, environment(settings));
  const exited = once(program.process, 'exit');
  await new Promise<void>((done, failed) => {
    const look = () => awaited.test(program.output()) && done();
    program.process.stdout!.on('data', look);
    program.process.stderr!.on('data', look);
    void exited.then(([code]) =>
      failed(new Error(`${[command, ...args].join(' ')} exited with ${code}:\n${program.output()}`)),
    );
  });
  return program;
}

/** Starts a built program with these settings alone, and does not wait. */
export const startProgram = (args: string[], settings: Record<string, string>): Program =>
  // Flags of this process, such as those of a test runner, are not for the program.
  watch(process.execPath, ['bin/dossier.cjs', ...args], { ...process.env, NODE_OPTIONS: '', ...settings });

/** Starts a program in a process group, because it can be a child of npm, and collects what it prints. */
function watch(command: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { output: '', stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed.output += text;
      printed[stream] += text;
    });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    process: child,
    output: () => printed.output,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    ended: once(child, 'close').then(([code]) => code as number | null),
    stop: () => {
      process.kill(-child.pid!, 'SIGTERM');
      return exited;
    },
  };
}

/** Runs a line of shell in the workspace, as if pasted there, and returns its output. */
export async function paste(line: string): Promise<string> {
  const { stdout } = await run('bash', ['-c', line], {
    cwd: root,
    env: environment({}),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Runs the command of an npm script of the workspace until it exits. Without npm, it starts in half the time. */
export async function runScript(
  script: string,
  args: string[],
  settings: Record<string, string>,
): Promise<Exited> {
  return exited([...argumentsOf(script), ...args], settings, root);
}

/** Runs `admin` within this process, which is quicker. */
export async function callAdmin(args: string[], settings: Record<string, string>): Promise<Exited> {
  let [stdout, stderr] = ['', ''];
  const code = await runAdmin(args, {
    env: environment(settings),
    out: (text) => (stdout += text),
    err: (text) => (stderr += text),
    terminal: undefined,
  });
  return { code, stdout, stderr };
}

/** A load that reads records from its standard input. */
export interface LoadProgram {
  stdin: Writable;
  /** Resolves with its exit code and what it printed on standard error. */
  ended: Promise<[code: number | null, stderr: string]>;
}

/** Starts a load of NDJSON of a kind, which waits for records. */
export function startLoad(kind: string, settings: Record<string, string>): LoadProgram {
  const args = ['bin/dossier.cjs', 'ingest', 'load', kind, '-', '--format', 'ndjson'];
  const child = spawn(process.execPath, args, { cwd: root, env: environment(settings) });
  let stderr = '';
  // It may end before it has read its input.
  child.stdin.on('error', () => {});
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
  return {
    stdin: child.stdin,
    ended: once(child, 'close').then(([code]) => [code as number | null, stderr]),
  };
}

/** Runs a built program in the working directory until it exits. */
export const runHere = (program: string, args: string[], settings: Record<string, string>): Promise<Exited> =>
  exited([resolve(root, 'bin/dossier.cjs'), program, ...args], settings, process.cwd());

/** What a program printed, and its exit code. */
export interface Exited {
  code: number;
  stdout: string;
  stderr: string;
}

async function exited(args: string[], settings: Record<string, string>, cwd: string): Promise<Exited> {
  try {
    const options = { cwd, env: environment(settings), maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await run(process.execPath, args, options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Exited;
    return { code, stdout, stderr };
  }
}
