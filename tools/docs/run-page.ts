import { spawn } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { showIngest } from '@dossier/ingest/testing';
import { ROOT, type Page } from './page.ts';

/** What a command printed, standard output and standard error together, and its exit code. */
interface Printed {
  code: number;
  output: string;
}

/** Runs a command of a page; undefined when it is for another runner. */
export type Runner = (command: string, env: Record<string, string>) => Promise<Printed | undefined>;

/** An empty folder with the repository's `tools` and `docs`: the working directory of a page's commands. */
export function openFolder(): { path: string; close: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'dossier-page-'));
  for (const name of ['tools', 'docs']) symlinkSync(join(ROOT, name), join(path, name));
  const before = process.cwd();
  process.chdir(path);
  return {
    path,
    close: () => {
      process.chdir(before);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/**
 * Runs a page from top to bottom in the working directory: writes its files, runs its commands, and returns the page's
 * text with their actual exit codes and output. A correct page comes back unchanged.
 *
 * - A block with a file name (```` ```csv feed/a.csv ````) is a file.
 * - Each line of a `sh` block is a command, or the continuation of one that ends in `\`. If a command fails, the line states it:
 *   `# exit code 3`. `export NAME=value` holds for the rest of the page.
 * - A `text` block right behind a `sh` block is everything that its commands print. A `json` block there is a part of
 *   it: further fields may follow.
 * @param runners are tried in turn; bash runs a command that none of them runs
 */
export async function runPage(
  page: Page,
  env: Record<string, string>,
  runners: Runner[] = [ingestRunner],
): Promise<string> {
  const current = { ...env };
  let ran = page.text;
  let moved = 0;
  let printed: string | undefined;
  for (const { language, file, text, start, end } of page.blocks) {
    let now = text;
    if (file !== undefined) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    } else if (language === 'sh') {
      ({ now, printed } = await runBlock(text, current, runners));
    } else if (printed !== undefined) {
      if (language === 'text') now = settled(printed) === settled(text) ? text : `${printed.trimEnd()}\n`;
      if (language === 'json' && !isPart(JSON.parse(text), asJson(printed))) now = printed;
    }
    if (language !== 'sh') printed = undefined;
    ran = ran.slice(0, start + moved) + now + ran.slice(end + moved);
    moved += now.length - text.length;
  }
  return ran;
}

async function runBlock(text: string, env: Record<string, string>, runners: Runner[]) {
  const lines: string[] = [];
  let printed = '';
  for (const line of text.replaceAll(/\\\n/g, '\\\0').trimEnd().split('\n')) {
    const [, shown, comment] = /^(.*?)( +# exit code \d+)?$/.exec(line)!;
    const command = shown!.replaceAll('\\\0', '').trim();
    const [, name, value] = /^export (\w+)="?(.*?)"?$/.exec(command) ?? [];
    if (name !== undefined) env[name] = value!;
    if (command === '' || command.startsWith('#') || name !== undefined) {
      lines.push(line);
      continue;
    }
    const { code, output } = await runCommand(command, env, runners);
    printed += output;
    const right = code === 0 ? '' : ` # exit code ${code}`;
    lines.push(comment?.trim() === right.trim() ? line : `${shown}${right}`);
  }
  return { now: `${lines.join('\n').replaceAll('\0', '\n')}\n`, printed };
}

async function runCommand(command: string, env: Record<string, string>, runners: Runner[]): Promise<Printed> {
  for (const run of runners) {
    const printed = await run(command, env);
    if (printed) return printed;
  }
  return runInBash(command, env);
}

/** Runs a command by bash, with nothing but `env` and the PATH in its environment. */
export async function runInBash(command: string, env: Record<string, string>): Promise<Printed> {
  const child = spawn('bash', ['--norc', '-c', command], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done(status ?? 1));
  });
  return { code, output };
}

/** Runs `npm run ingest -- …` within this process, which takes less time than to start another. */
export const ingestRunner: Runner = async (command, env) => {
  const [, args, input] = /^npm run (?:--silent )?ingest -- (.*?)(?: < (\S+))?$/.exec(command) ?? [];
  if (args === undefined) return undefined;
  const words = [...args.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => (a ?? b ?? c)!);
  return showIngest(words, env, input === undefined ? undefined : createReadStream(input));
};

/** Returns a text without what differs from run to run: times, durations, memory and random names. */
export const settled = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d[:-]\d\d[:-]\d\d(?:-[0-9a-f]{8})?/g, '<time>')
    .replace(/\b\d+(?:\.\d+)? (?:s|MB)\b/g, '<amount>')
    .trimEnd();

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether all that `part` has is in `whole`; numbers of seconds and megabytes may differ. */
function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    return part.length === whole.length && part.every((item, i) => isPart(item, whole[i]));
  }
  if (part === null || typeof part !== 'object') {
    return typeof part === 'string' && typeof whole === 'string'
      ? settled(part) === settled(whole)
      : isDeepStrictEqual(part, whole);
  }
  const fields = Object.entries(part).filter(([name]) => !VARIES.has(name));
  return (
    whole !== null &&
    typeof whole === 'object' &&
    fields.every(([name, value]) => isPart(value, (whole as Record<string, unknown>)[name]))
  );
}

const VARIES = new Set(['seconds', 'peakMemory']);
