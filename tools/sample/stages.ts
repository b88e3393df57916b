import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '@dossier/ingest';
import { testSteps, type TestChange } from '@dossier/shared';
import { openDatabase } from '@dossier/store';
import { fillIfEmpty } from './fill.ts';

/** The epoch of the change log, the same for the copies of all replicas. */
const EPOCH = '7e57da7a-0000-4000-8000-000000000001';
/** A company that the sample has twice, until it is merged. */
const DUPLICATE = { domain: 'stripe.dev', name: 'Stripe Developers', type: 'private', slug: 'stripe-dev' };
const ROUND = {
  company: 'databricks.com',
  event_type: 'funding_round',
  data: {
    ...{ name: 'Databricks Series M', round_type: 'series_m', status: 'closed', is_extension: false },
    ...{ amount_raised: '2500000000.00', currency: 'USD', valuation: '150000000000.00' },
    ...{ announced_date: '2025-12-30', equities: [] },
  },
  citations: [
    {
      ...{ link: 'https://dossier.example/test', headline: 'An invented round', quote: null },
      ...{ publication: 'Test mode', type: 'press_release' },
    },
  ],
};

/** Returns the command of ingest that leads to each step. @param file writes a row into a file, and returns its path */
const commandsOf = (file: (row: object) => string): Record<TestChange, string[]> => ({
  start: ['load', 'companies', file(DUPLICATE)],
  deletion: ['delete', 'companies', 'craigslist.org'],
  merge: ['merge', 'companies', 'stripe.com', 'stripe.dev', '--because', 'They are one company'],
  correction: ['set', 'companies', 'stripe.com', 'headquarters.city', 'Dublin', '--because', 'A correction'],
  round: ['load', 'events', file(ROUND)],
});

/** Makes the databases of all steps in a new folder: `<step>.db`, and its search index `<step>.search.db`. */
async function make(folder: string): Promise<void> {
  const files = ['db', 'search.db'].map((ending) => join(folder, `next.${ending}`));
  const [databaseUrl, searchUrl] = files.map((path) => `sqlite:${path}`) as [string, string];
  await fillIfEmpty({ databaseUrl, searchUrl, searchKey: undefined }, () => {});
  const db = openDatabase(databaseUrl);
  await db('database_mark').update({ epoch: EPOCH });
  await db.destroy();
  const commands = commandsOf((row) => {
    const path = join(folder, `${'domain' in row ? 'company' : 'event'}.ndjson`);
    writeFileSync(path, `${JSON.stringify(row)}\n`);
    return path;
  });
  for (const [step, { change }] of testSteps.entries()) {
    let said = '';
    const code = await run(commands[change], {
      env: { DATABASE_URL: databaseUrl, SEARCH_URL: searchUrl },
      stdin: (async function* () {})(),
      out: () => {},
      err: (text) => (said += text),
      terminal: undefined,
    });
    if (code !== 0) throw new Error(`The step ${change} failed: ${said}`);
    for (const path of files) cpSync(path, join(folder, basename(path).replace('next', String(step))));
  }
}

/** Far longer than a program takes to make the sample. */
const UNFINISHED_MS = 3_600_000;

/** Removes the folders of programs that were killed while they made the sample. */
function removeUnfinished(place: string): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith('.sample-')) continue;
    const { mtimeMs = Infinity } = statSync(join(place, name), { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - UNFINISHED_MS) rmSync(join(place, name), { recursive: true, force: true });
  }
}

/**
 * Makes the sample of test mode in a folder of this place, unless this version of the program has made it, and prints the
 * folder. Several processes may do so at the same time.
 */
async function main(place: string): Promise<void> {
  const name = basename(process.argv[1]!, '.cjs');
  const folder = join(place, name);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  removeUnfinished(place);
  if (!existsSync(folder)) {
    // In containers, the ids of processes repeat.
    const work = mkdtempSync(join(place, `.${name}-`));
    try {
      await make(work);
      renameSync(work, folder);
    } catch (error) {
      // Another process was first.
      if (!existsSync(folder)) throw error;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    for (const other of readdirSync(place))
      if (other.startsWith('sample-') && other !== name)
        rmSync(join(place, other), { recursive: true, force: true });
  }
  process.stdout.write(`${JSON.stringify({ folder })}\n`);
}

main(process.argv[2] ?? 'data/test').catch((error: unknown) => {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
});
