import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { runAdmin } from '@dossier/api';

const root = resolve(import.meta.dirname, '../..');
const LAUNCHER = resolve(root, 'bin/dossier.cjs');

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
  /** Returns the address at which it listens. */
  url: () => string;
  /** Resolves with its exit code, or null if it was killed. */
  ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Starts a program in a process group, which Ctrl+C does not reach, and collects what it prints. */
export function start(command: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(command, args, { cwd: root, env, detached: true });
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
    url: () => /"url":"([^"]+)"|answers at (\S+)/.exec(printed.output)!.slice(1).join(''),
    ended: once(child, 'close').then(([code]) => code as number | null),
    stop: () => {
      process.kill(-child.pid!, 'SIGTERM');
      return exited;
    },
  };
}

/** Starts a program of `bin/dossier.cjs`, such as `serve`, and does not wait. */
export const startProgram = (args: string[], settings: Record<string, string>): Program =>
  start(process.execPath, [LAUNCHER, ...args], environment(settings));

/** Starts an npm script of the workspace by npm. */
export const startByNpm = (script: string, settings: Record<string, string>): Program =>
  start('npm', ['run', '--silent', script], environment(settings));

/** Waits until a program has started: until `serve` listens, and `npm start` has printed everything. */
export async function started(program: Program): Promise<Program> {
  const { process: child, output } = program;
  await new Promise<void>((done, failed) => {
    const look = () => /"listening"|Stop with Ctrl\+C/.test(output()) && done();
    child.stdout.on('data', look);
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

/** Runs a program of `bin/dossier.cjs` until it exits. */
export const runProgram = (args: string[], settings: Record<string, string>): Promise<Exited> =>
  ended(startProgram(args, settings));

/** Runs a line of shell in the workspace, as if pasted there, and returns its output. */
export async function paste(line: string): Promise<string> {
  const { code, stdout, stderr } = await ended(start('bash', ['-c', line], environment({})));
  if (code !== 0) throw new Error(`${line} exited with ${code}:\n${stderr}`);
  return stdout;
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
