import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKind, load } from '@dossier/ingest';
import type { CompanyMatchRow, Db } from '@dossier/store';
import { parse } from 'csv-parse/sync';
import { Command } from 'commander';
import { temporaryDatabase, withDefer } from './defer.ts';

const MAPPINGS = join(import.meta.dirname, '../mappings');
const TABLES = { companies: 'companies', rounds: 'events', acquisitions: 'events' } as const;

type Truth = 'right' | 'another' | 'unknown';
interface Checked extends Pick<CompanyMatchRow, 'id' | 'status' | 'reason' | 'name' | 'row_json'> {
  domain: string;
  country: string | null;
  truth: Truth;
}

/** Paths of the tables. */
interface Options extends Record<'startups' | 'landscape' | 'tables', string> {
  list?: true;
}

export const identity = new Command('identity')
  .summary('check which companies loads find by name')
  .description(
    `Load the startups of Y Combinator (yc-2014.yaml) and the members of the CNCF (cncf-landscape.yaml), and then the tables of
Crunchbase of 2013 in a folder, which find their companies by name. Startups and members name their Crunchbase page, so each
match can be checked: right, another page, or unknown. Print how many matches wait, were accepted by agreement and are
right, and how many events are served for a company with another page.`,
  )
  .requiredOption('--startups <path>', 'Startups.csv')
  .requiredOption('--landscape <path>', 'landscape.yml')
  .requiredOption('--tables <folder>', 'folder of the tables')
  .option('--list', 'print each match with its facts, to check by hand')
  .action(({ startups, landscape, tables, list }: Options) =>
    withDefer(async (defer) => {
      const { db } = await temporaryDatabase('sqlite', defer);
      await loadTable(db, 'companies', startups, 'yc-2014');
      await loadTable(db, 'companies', landscape, 'cncf-landscape');
      for (const [table, kind] of Object.entries(TABLES))
        await loadTable(db, kind, join(tables, `crunchbase-${table}.csv`), `crunchbase-2013-${table}`);
      const pages = new Map([...pagesOfMembers(landscape), ...pagesOfStartups(startups)]);
      const matches = await readMatches(db, pages);
      printCounts(matches);
      print(`Events served: ${await countServed(db, matches)}`);
      if (list) for (const match of matches) print(JSON.stringify(match));
    }),
  );

const print = (line: string) => process.stdout.write(`${line}\n`);

async function loadTable(db: Db, kind: string, path: string, mapping: string): Promise<void> {
  const options = { mapping: join(MAPPINGS, `${mapping}.yaml`) };
  const { read, held, rejected } = await load({ db, kind: findKind(kind)!, paths: [path], options });
  print(`${mapping}: ${read} rows, ${held} held, ${rejected} rejected`);
}

const pageOf = (address = ''): string | undefined =>
  /crunchbase\.com\/(?:organization|company)\/([\w-]+)/.exec(address)?.[1]?.toLowerCase();

/** Returns the name of each startup's page on Crunchbase, by the name of the startup. */
function pagesOfStartups(path: string): [string, string][] {
  const rows = parse<Record<string, string>>(readFileSync(path), { columns: true, bom: true });
  return rows.flatMap((row) => {
    const page = pageOf(row['Crunchbase / Angel List Profile']);
    return page === undefined ? [] : [[row['Company']!, page]];
  });
}

/** Returns the name of each member's page on Crunchbase, by the name of the member. */
function pagesOfMembers(path: string): [string, string][] {
  const lines = readFileSync(path, 'utf8').split('\n');
  let name = '';
  return lines.flatMap((line) => {
    name = /^\s+name: '?(.+?)(?: \([\w ]+\))?'?$/.exec(line)?.[1] ?? name;
    const page = pageOf(/^\s+crunchbase: (.+)$/.exec(line)?.[1]);
    return page === undefined ? [] : [[name, page] as [string, string]];
  });
}

async function readMatches(db: Db, pages: Map<string, string>): Promise<Checked[]> {
  const rows: (Omit<Checked, 'truth'> & { external_id: string | null; company_name: string })[] = await db(
    'company_matches as m',
  )
    .join('companies as c', 'c.id', 'm.company_id')
    .where('m.source', 'crunchbase')
    .orderBy('m.id')
    .select(
      ...['m.id', 'm.status', 'm.reason', 'm.name', 'm.row_json', 'm.external_id'],
      ...['c.domain', 'c.name as company_name', 'c.headquarters_country as country'],
    );
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
    print(`${what}: ${some.length} (${of(some)})`);
}

/** Counts the events of Crunchbase that are served, by what is known of the match of their company. */
async function countServed(db: Db, matches: Checked[]): Promise<string> {
  const truths = new Map(matches.map(({ domain, truth }) => [domain, truth]));
  const rows: { domain: string }[] = await db('statements as s')
    .join('events as e', 'e.id', 's.record_id')
    .join('companies as c', 'c.id', 'e.company_id')
    .where({ 's.kind': 'event', 's.source': 'crunchbase' })
    .whereNull('s.held')
    .select('c.domain');
  const counts: Record<string, number> = { right: 0, another: 0, unknown: 0, 'named by its domain': 0 };
  for (const { domain } of rows) counts[truths.get(domain) ?? 'named by its domain']! += 1;
  return Object.entries(counts)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ');
}
