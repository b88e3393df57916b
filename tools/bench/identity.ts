import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findKind, load } from '@dossier/ingest';
import type { CompanyMatchRow, Db } from '@dossier/store';
import { createTestDatabase } from '@dossier/store/testing';
import { parse } from 'csv-parse/sync';

export const USAGE = `npm run bench -- identity --stored <Startups.csv> --tables <folder> [options]

Loads the startups of Y Combinator (yc-2014.yaml) and then the tables of Crunchbase of 2013 in a folder, which find their
companies by name. A startup names its Crunchbase page, so each match can be checked: right, another page, or not known.
Prints how many matches wait, were accepted by agreement and are right, and how many events are served for a company with
another page.

  --list  print each match with its facts, to check by hand
`;

const MAPPINGS = join(import.meta.dirname, '../mappings');
const TABLES = { companies: 'companies', rounds: 'events', acquisitions: 'events' } as const;

type Truth = 'right' | 'another' | 'unknown';
interface Checked extends Pick<CompanyMatchRow, 'id' | 'status' | 'reason' | 'name' | 'row_json'> {
  domain: string;
  country: string | null;
  truth: Truth;
}

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { stored: { type: 'string' }, tables: { type: 'string' }, list: { type: 'boolean' } },
  });
  const { stored, tables, list = false } = values;
  if (stored === undefined || tables === undefined) throw new Error('Name --stored and --tables.');
  const { db, close } = await createTestDatabase('sqlite');
  try {
    await loadTable(db, 'companies', stored, 'yc-2014');
    for (const [table, kind] of Object.entries(TABLES))
      await loadTable(db, kind, join(tables, `crunchbase-${table}.csv`), `crunchbase-2013-${table}`);
    const matches = await readMatches(db, pagesOf(stored));
    printCounts(matches);
    console.log(`Events served: ${await countServed(db, matches)}`);
    if (list) for (const match of matches) console.log(JSON.stringify(match));
  } finally {
    await close();
  }
}

async function loadTable(db: Db, kind: string, path: string, mapping: string): Promise<void> {
  const options = { mapping: join(MAPPINGS, `${mapping}.yaml`) };
  const { read, held, rejected } = await load({ db, kind: findKind(kind)!, paths: [path], options });
  console.log(`${mapping}: ${read} rows, ${held} held, ${rejected} rejected`);
}

/** Returns the name of each startup's page on Crunchbase, by the name of the startup. */
function pagesOf(path: string): Map<string, string> {
  const rows = parse(readFileSync(path), { columns: true, bom: true }) as Record<string, string>[];
  return new Map(
    rows.flatMap((row) => {
      const [, page] =
        /crunchbase\.com\/(?:organization|company)\/([\w-]+)/.exec(
          row['Crunchbase / Angel List Profile'] ?? '',
        ) ?? [];
      return page === undefined ? [] : [[row['Company']!, page.toLowerCase()] as const];
    }),
  );
}

async function readMatches(db: Db, pages: Map<string, string>): Promise<Checked[]> {
  const rows = (await db('company_matches as m')
    .join('companies as c', 'c.id', 'm.company_id')
    .where('m.source', 'crunchbase')
    .orderBy('m.id')
    .select(
      ...['m.id', 'm.status', 'm.reason', 'm.name', 'm.row_json', 'm.external_id'],
      ...['c.domain', 'c.name as company_name', 'c.headquarters_country as country'],
    )) as (Omit<Checked, 'truth'> & { external_id: string | null; company_name: string })[];
  return rows.map(({ external_id, company_name, ...row }) => {
    const page = pages.get(company_name);
    const given = external_id?.replace('/company/', '').toLowerCase();
    const truth =
      page === undefined || given === undefined ? 'unknown' : page === given ? 'right' : 'another';
    return { ...row, truth };
  });
}

function printCounts(matches: Checked[]): void {
  const of = (some: Checked[]) =>
    (['right', 'another', 'unknown'] as const)
      .map((truth) => `${some.filter((match) => match.truth === truth).length} ${truth}`)
      .join(', ');
  const waiting = matches.filter(({ status }) => status === 'pending');
  const agreed = matches.filter(({ status }) => status === 'agreed');
  const byReason = (words: RegExp) => agreed.filter(({ reason }) => words.test(reason ?? ''));
  const sameCountry = waiting.filter(
    ({ country, row_json }) => country !== null && row_json?.includes(`"${country}"`),
  );
  for (const [what, some] of Object.entries({
    Matches: matches,
    'Accepted by agreement': agreed,
    '  of a founding year': byReason(/^founded in/),
    '  of a city': byReason(/^in /),
    Waiting: waiting,
    '  with the same country': sameCountry,
  }))
    console.log(`${what}: ${some.length} (${of(some)})`);
}

/** Counts the events of Crunchbase that are served, by what is known of their match. */
async function countServed(db: Db, matches: Checked[]): Promise<string> {
  const truths = new Map(matches.map(({ id, truth }) => [id, truth]));
  const rows = (await db('statements as s')
    .join('events as e', 'e.id', 's.record_id')
    .where({ 's.kind': 'event', 's.source': 'crunchbase' })
    .whereNull('s.held')
    .select('s.match_id')) as { match_id: number | null }[];
  const counts: Record<string, number> = { right: 0, another: 0, unknown: 0, 'by id': 0 };
  for (const { match_id } of rows) counts[match_id === null ? 'by id' : truths.get(match_id)!]! += 1;
  return Object.entries(counts)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ');
}
