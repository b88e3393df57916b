import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runAdmin } from '@dossier/api';

const root = resolve(import.meta.dirname, '../..');
const LAUNCHER = resolve(root, 'bin/dossier.cjs');
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
  process: ChildProcessWithoutNullStreams;
  /** Return what the program has printed so far: together, and apart. */
  output: () => string;
  stdout: () => string;
  stderr: () => string;
  /** Resolves with its exit code, or null if it was killed. */
  ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Starts a program, and collects what it prints. Ctrl+C does not reach a detached one, which has a process group. */
export function start(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { cwd = root, detached = false } = {},
): Program {
  const child = spawn(command, args, { cwd, env, detached });
  const printed = { output: '', stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed.output += text;
      printed[stream] += text;
    });
  // It may end before it has read its input.
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    process: child,
    output: () => printed.output,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    ended: once(child, 'close').then(([code]) => code as number | null),
    stop: () => {
      process.kill(detached ? -child.pid! : child.pid!, 'SIGTERM');
      return exited;
    },
  };
}

/** Waits until the output of a program matches a pattern. */
async function printed(program: Program, awaited: RegExp): Promise<Program> {
  const { process: child, output } = program;
  await new Promise<void>((done, failed) => {
    const look = () => awaited.test(output()) && done();
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) =>
      failed(new Error(`${child.spawnargs.join(' ')} exited with ${code}:\n${output()}`)),
    );
  });
  return program;
}

/** What a program printed, and its exit code: 1 if it was killed. */
export interface Exited {
  code: number;
  stdout: string;
  stderr: string;
}

/** Waits until a program ends, without input. */
async function ended(program: Program): Promise<Exited> {
  program.process.stdin.end();
  const code = (await program.ended) ?? 1;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

/** Returns the arguments with which Node runs an npm script of the workspace. Without npm, it starts in half the time. */
function argumentsOf(script: string): string[] {
  const [program, ...args] = scripts[script]!.split(' ');
  if (program !== 'node') throw new Error(`npm run ${script} is not a program of Node.`);
  return args;
}

/** Starts the command of an npm script of the workspace, and waits until its output matches `awaited`. */
export const startScript = (
  script: string,
  settings: Record<string, string>,
  awaited: RegExp,
): Promise<Program> =>
  printed(start(process.execPath, argumentsOf(script), environment(settings), { detached: true }), awaited);

/** Starts an npm script of the workspace by npm, and waits until its output matches `awaited`. */
export async function startByNpm(
  script: string,
  settings: Record<string, string>,
  awaited: RegExp,
): Promise<Program & { killNpm(): Promise<void> }> {
  const npm = start('npm', ['run', '--silent', script], environment(settings), { detached: true });
  const program = await printed(npm, awaited);
  return {
    ...program,
    /** Kills npm alone, and returns when the program has ended too. */
    killNpm: async () => {
      program.process.kill('SIGKILL');
      // The output closes when no process has it open.
      await program.ended;
    },
  };
}

/** Starts a built program with these settings alone, and does not wait. */
export const startProgram = (args: string[], settings: Record<string, string>): Program =>
  // Flags of this process, such as those of a test runner, are not for the program.
  start(
    process.execPath,
    [LAUNCHER, ...args],
    { ...process.env, NODE_OPTIONS: '', ...settings },
    { detached: true },
  );

/** Starts a load of NDJSON of a kind, which reads records from its standard input. */
export const startLoad = (kind: string, settings: Record<string, string>): Program =>
  start(
    process.execPath,
    [...argumentsOf('ingest'), 'load', kind, '-', '--format', 'ndjson'],
    environment(settings),
  );

/** Runs a line of shell in the workspace, as if pasted there, and returns its output. */
export async function paste(line: string): Promise<string> {
  const { code, stdout, stderr } = await ended(start('bash', ['-c', line], environment({})));
  if (code !== 0) throw new Error(`${line} exited with ${code}:\n${stderr}`);
  return stdout;
}

/** Runs the command of an npm script of the workspace until it exits. */
export const runScript = (
  script: string,
  args: string[],
  settings: Record<string, string>,
): Promise<Exited> =>
  ended(start(process.execPath, [...argumentsOf(script), ...args], environment(settings)));

/** Runs a built program in the working directory until it exits. */
export const runHere = (program: string, args: string[], settings: Record<string, string>): Promise<Exited> =>
  ended(start(process.execPath, [LAUNCHER, program, ...args], environment(settings), { cwd: process.cwd() }));

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
