import { callAdmin, type Program } from '../e2e/program.ts';
import type { Page } from './page.ts';
import { ingestRunner, runInBash, type Runner } from './run-page.ts';

/** The address that the guides use. */
const SHOWN = 'http://localhost:3000';
/** Commands that the test of a guide runs before it runs the other commands of the page. */
const DONE = ['npm ci && npm start', 'npm ci && npm test'];

/** The exit code of a curl command if the response is an error that its page does not show, or an empty list. */
const FAILED = 22;

/**
 * Returns the runners of a page whose commands call a started API: its address and key replace those that the
 * page shows.
 */
export function startedRunners(program: Program, page: Page): Runner[] {
  const url = program.url();
  const key = /Key: (\S+)/.exec(program.output())?.[1] ?? '';
  const started: Runner = async (command) => (DONE.includes(command) ? { code: 0, output: '' } : undefined);
  const shell: Runner = async (command, env) => {
    const { code, output } = await runInBash(command.replaceAll(SHOWN, url), { ...env, KEY: key });
    const failed = command.startsWith('curl ') && !isExpected(output, page);
    return { code: failed ? FAILED : code, output: output.replaceAll(url, SHOWN) };
  };
  return [started, adminRunner, ingestRunner, shell];
}

/** Returns whether a response has data in each of its lists, or is an error that the page shows. */
function isExpected(output: string, page: Page): boolean {
  if (!output.startsWith('{')) return page.text.includes(output.trim());
  const body = JSON.parse(output) as Record<string, unknown>;
  const error = body['code'] ?? body['message'];
  if (typeof error === 'string') return page.text.includes(`"${error}"`);
  return Object.values(body).every((value) => !Array.isArray(value) || value.length > 0);
}

/** Runs `npm run admin -- …` within this process, which takes less time than to start another. */
const adminRunner: Runner = async (command, env) => {
  const [, args] = /^npm run admin -- (.*)$/.exec(command) ?? [];
  if (args === undefined) return undefined;
  const words = [...args.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => (quoted ?? word)!);
  const { code, stdout, stderr } = await callAdmin(words, env);
  return { code, output: stdout + stderr };
};
