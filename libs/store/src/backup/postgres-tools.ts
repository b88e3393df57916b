import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { backupError } from './error.ts';

const run = promisify(execFile);
export type Tool = 'pg_dump' | 'pg_restore' | 'psql';

/**
 * Checks that a tool is installed and not older than what it reads.
 * @param needed the major version of the server
 * @throws BackupError that names the remedy
 */
export async function requireTool(tool: Tool, needed: number): Promise<void> {
  const remedy =
    `Install the client programs of PostgreSQL ${needed} or later, such as the package postgresql-client-${needed}, ` +
    'put their folder first in PATH, and run the command again.';
  let printed: string;
  try {
    printed = (await run(tool, ['--version'], { env: process.env })).stdout;
  } catch (error) {
    throw backupError(`${tool} is not installed. ${remedy}`, error);
  }
  const version = majorOf(printed);
  if (version < needed) throw backupError(`${tool} is of version ${version}, which is too old. ${remedy}`);
}

/** Returns the major version in the output of a tool: `pg_dump (PostgreSQL) 15.18 (Debian 15.18-0)`. */
const majorOf = (printed: string): number => Number(/\) (\d+)/.exec(printed)?.[1] ?? 0);

/**
 * Runs a tool. The password goes into its environment, since every user of the machine can read arguments.
 * @param onLine receives the lines that it logs
 * @throws BackupError with its last line, when it fails
 */
export async function runTool(
  tool: Tool,
  args: string[],
  url: string | undefined,
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const { target, env } = connectionOf(url);
  const child = spawn(tool, [...args, ...target], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const failure = await failureOf(tool, child, onLine);
  if (failure !== undefined) throw backupError(failure);
}

/**
 * Replays a dump over a database in one transaction. pg_restore only prints the SQL, and psql runs it, because a
 * transaction of pg_restore could not contain other statements.
 * @param before statements to run first
 * @param onLine receives the lines that pg_restore logs
 * @throws BackupError with the last line of the tool that failed; the database is unchanged then
 */
export async function replay(
  source: string,
  url: string,
  before: string[],
  onLine: (line: string) => void,
): Promise<void> {
  const { target, env } = connectionOf(url);
  const psql = spawn('psql', [...REPLAY, ...target], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const restore = spawn('pg_restore', [...PRINT, source], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // Each tool fails when the other one ends early; its own failure is reported below.
  psql.stdin.on('error', () => restore.stdout.destroy());
  psql.stdin.write(['begin', ...before, ''].join(';\n'));
  restore.stdout.pipe(psql.stdin, { end: false });
  const printed = failureOf('pg_restore', restore, onLine)
    .then((failure) => {
      if (failure === undefined) psql.stdin.write('commit;\n');
      return failure;
    })
    // Without a commit, psql ends the transaction by disconnecting.
    .finally(() => psql.stdin.end());
  const [replayed, read] = await Promise.all([failureOf('psql', psql), printed]);
  const failure = replayed ?? read;
  if (failure !== undefined) throw backupError(failure);
}
const REPLAY = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
const PRINT = ['--clean', '--if-exists', '--no-owner', '--no-privileges', '--verbose', '--file=-'];

/** Returns a sentence with the last error line of a program that failed, or undefined if it succeeded. */
async function failureOf(
  tool: Tool,
  child: ChildProcess,
  onLine: (line: string) => void = () => {},
): Promise<string | undefined> {
  let last = '';
  const lines = createInterface({ input: child.stderr! });
  lines.on('line', (line) => {
    if (/error|fatal/i.test(line)) last = line;
    onLine(line);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return code === 0 ? undefined : `${tool} failed with code ${code}: ${last || 'it logged no reason'}`;
}

function connectionOf(url: string | undefined): { target: string[]; env: NodeJS.ProcessEnv } {
  // Reasons and progress are read from English lines.
  const english = { ...process.env, LC_ALL: 'C' };
  if (url === undefined) return { target: [], env: english };
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return {
    target: [`--dbname=${address.href}`],
    env: { ...english, ...(password !== '' && { PGPASSWORD: password }) },
  };
}
