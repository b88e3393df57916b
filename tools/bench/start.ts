import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@dossier/shared/testing';

const root = resolve(import.meta.dirname, '../..');
const DOCUMENT = join(root, 'docs/measurements/start.md');
/** The clock of `/proc/<pid>/stat`: ticks per second. */
const TICKS = 100;

/** Seconds until a server answered, or a command ended, and the CPU time that it took. */
interface Took {
  wall: number;
  cpu: number;
}

interface Case {
  name: string;
  measure: () => Promise<Took>;
}

export const USAGE = `npm run bench -- start [options]

Measures how long programs take to start: the API until its first 200 of /health, next to the smallest Express program, and
\`ingest status\` until it ends. The programs take turns, so that other load affects all of them. Linux only.

  --rounds <number>   9 by default
  --write             replace docs/measurements/start.md
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
  });
  const rounds = Number(values.rounds);
  if (!(rounds >= 1)) throw new Error(`--rounds must be a number from 1, not ${values.rounds}.`);
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  try {
    const cases = casesIn(folder);
    const taken = cases.map((): Took[] => []);
    // The first round builds what has changed, migrates the database and fills the file cache. It does not count.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, { measure }] of cases.entries()) {
        const took = await measure();
        if (round > 0) taken[index]!.push(took);
      }
    }
    const text = table(cases, taken);
    process.stdout.write(text);
    if (values.write) writeFileSync(DOCUMENT, page(rounds, text));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function casesIn(folder: string): Case[] {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: `sqlite:${folder}/start.db`,
    SEARCH_URL: `sqlite:${folder}/start.search.db`,
  };
  const express = join(root, 'tools/bench/start-express.mjs');
  const launcher = join(root, 'bin/dossier.cjs');
  const source = ['--import', 'tsx', join(root, 'apps/api/src/main.ts')];
  const status = ['run', '--silent', 'ingest', '--', 'status'];
  return [
    { name: 'empty Express program', measure: async () => server([express], env) },
    { name: '`node bin/dossier.cjs serve`', measure: async () => server([launcher, 'serve'], env) },
    { name: 'the API from source, through tsx', measure: async () => server(source, env) },
    { name: '`node -e ""`', measure: async () => command('node', ['-e', ''], env) },
    {
      name: '`node bin/dossier.cjs ingest status`',
      measure: async () => command('node', [launcher, 'ingest', 'status'], env),
    },
    { name: '`npm run ingest -- status`', measure: async () => command('npm', status, env) },
  ];
}

/** Starts a server, waits for its first 200, and stops it. The port is its setting. */
async function server(args: string[], env: NodeJS.ProcessEnv): Promise<Took> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...env, PORT: String(port) },
  });
  const ended = once(child, 'exit');
  while (!(await isUp(port))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}.`);
    await sleep(2);
  }
  const wall = (performance.now() - begin) / 1000;
  const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ').slice(13, 15);
  child.kill();
  await ended;
  return { wall, cpu: (Number(user) + Number(system)) / TICKS };
}

const isUp = (port: number): Promise<boolean> =>
  new Promise((done) => {
    get({ port, host: '127.0.0.1', path: '/health' }, (response) => {
      response.resume();
      done(response.statusCode === 200);
    }).on('error', () => done(false));
  });

/** Runs a command to its end; its children count too. */
function command(name: string, args: string[], env: NodeJS.ProcessEnv): Took {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1';
  const shell = ['-c', `{ ${script}; } 2>&1`, 'bash', name, ...args];
  const [wall, user, system] = execFileSync('bash', shell, { cwd: root, env, encoding: 'utf8' })
    .trim()
    .split(' ')
    .map(Number);
  return { wall: wall!, cpu: user! + system! };
}

function table(cases: Case[], taken: Took[][]): string {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const rows = cases.map(({ name }, index) => {
    const [wall, cpu] = (['wall', 'cpu'] as const).map((key) =>
      median(taken[index]!.map((took) => took[key])),
    );
    return `| ${name} | ${wall!.toFixed(2)} s | ${cpu!.toFixed(2)} s |`;
  });
  return ['| program | wall clock | CPU time |', '| --- | ---: | ---: |', ...rows, ''].join('\n');
}

function page(rounds: number, text: string): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return `# How fast the programs start

Written by \`npm run bench -- start --write\`. Servers are measured until their first 200 of \`/health\`, commands until they end. Medians of ${rounds} starts each, in turns, on a SQLite database with the current schema.

${date}, ${cpus().length} shared cores (${cpu?.model.trim() ?? 'unknown'}), Node ${process.versions.node}.

${text}`;
}
