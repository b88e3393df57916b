import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError } from '@dossier/shared';
import { databaseProblem } from '@dossier/store';
import { FilesError } from '@dossier/store/files';

/** The time between two checks that npm still runs, in milliseconds. */
const PARENT_MS = 1000;

/** A running server: `drain` prepares its stop, and `failure` resolves with the reason if it cannot continue. */
interface Running {
  drain(): Promise<void>;
  stop(): Promise<void>;
  failure?: Promise<string>;
}

/**
 * Runs a server until SIGINT or SIGTERM. SIGTERM drains it first; SIGINT comes from a terminal, where nobody waits for a
 * load balancer. Under npm it also ends when npm is killed. Invalid settings print an error and exit with code 1.
 */
export async function runProgram(start: () => Promise<Running>): Promise<void> {
  const parents = readParents();
  let server: Running;
  try {
    server = await start();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
  let stopping: Promise<void> | undefined;
  let code = 0;
  const stop = () => (stopping ??= server.stop().then(() => process.exit(code)));
  void server.failure?.then((message) => {
    process.stderr.write(`${message}\n`);
    code = 1;
    return stop();
  });
  process.on('SIGINT', () => void stop());
  let isDraining = false;
  const terminate = () => {
    // A second one ends the wait.
    if (isDraining) return void stop();
    isDraining = true;
    void server.drain().then(stop);
  };
  process.on('SIGTERM', terminate);
  if (process.env['npm_lifecycle_event'] === undefined) return;
  // npm forwards signals, except SIGKILL.
  const watch = setInterval(() => {
    if (readParents() === parents) return;
    clearInterval(watch);
    terminate();
  }, PARENT_MS);
  watch.unref();
}

/**
 * Returns the values of a program's options. `--help` prints the help and ends the program; an unknown option or
 * argument ends it with exit code 2.
 */
export function readOptions(help: string, names: string[] = []): Record<string, string | undefined> {
  const options = names.map((name) => [name, { type: 'string' }] as const);
  const { help: wantsHelp, ...values } = parse({
    ...Object.fromEntries(options),
    help: { type: 'boolean', short: 'h' },
  });
  if (!wantsHelp) return values as Record<string, string | undefined>;
  process.stdout.write(help);
  process.exit(0);
}

function parse(options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n(run with --help for usage)\n`);
    process.exit(2);
  }
}

/**
 * Returns the sentence that explains an error of a setting or of the database, and the stack of another error. An uncaught
 * error would print a line of the bundle, which is a whole module.
 */
export const explain = (error: unknown): string =>
  error instanceof ConfigError || error instanceof FilesError
    ? error.message
    : (databaseProblem(error) ?? (error as Partial<Error>).stack ?? String(error));

/** Returns the process ids of the shell in which npm runs a script, if there is one, and of npm, if `/proc` is available. */
function readParents(): string {
  const { ppid } = process;
  const read = (file: string) => readFileSync(`/proc/${ppid}/${file}`, 'utf8');
  try {
    // Bash becomes the program that it runs, whose parent is then npm. That of npm may end: `nohup npm run serve &`.
    if (!read('cmdline').includes('\0-c\0')) return String(ppid);
    const [, npm] = /^.*\) \S (\d+)/s.exec(read('stat')) ?? [];
    return `${ppid} ${npm}`;
  } catch {
    return String(ppid);
  }
}
