import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase, type Db } from '@dossier/store';
import { indexDatabase, loadSome, rowsOf } from './filings-collection.ts';
import { listCompanies, listFilings, type Filed, type Named } from './names-companies.ts';
import { nameClasses, type Entries } from './names-questions.ts';
import { askNames, type NameAnswer } from './names-run.ts';
import { examples, namesTable } from './names-table.ts';
import { ENGINES, withApi, withEngine, type EngineName } from './search-api.ts';

export const USAGE = `npm run bench -- names <folder of data> [options]

Loads companies, filings and documents, and asks both engines for them by name, as people write names.

  --companies <number>  30000 by default
  --questions <number>  100 by default
  --half <name>         half of the questions: tuning (default) or reporting
  --engines <names>     for example fts5: both by default
  --examples <number>   print so many of the questions that failed: 0 by default
  --database <file>     used as it is if it exists, otherwise filled
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      companies: { type: 'string', default: '30000' },
      questions: { type: 'string', default: '100' },
      half: { type: 'string', default: 'tuning' },
      engines: { type: 'string', default: ENGINES.join() },
      examples: { type: 'string', default: '0' },
      database: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [data] = positionals;
  if (data === undefined || !existsSync(data))
    throw new Error('Name the folder of the data: npm run bench -- names <folder>.');
  const parity = ['tuning', 'reporting'].indexOf(values.half);
  if (parity < 0) throw new Error(`--half must be tuning or reporting, not ${values.half}.`);
  const folder = mkdtempSync(join(tmpdir(), 'dossier-names-'));
  try {
    const databaseUrl = `sqlite:${values.database ?? join(folder, 'names.db')}`;
    const { companies, madeUp } = listCompanies(data, Number(values.companies));
    const filings = listFilings(data, companies);
    const db = openDatabase(databaseUrl);
    const entries = await fill(db, data, { companies, filings }).finally(() => db.destroy());
    const classes = nameClasses(entries, 2 * Number(values.questions)).map((each) => ({
      ...each,
      questions: each.questions.filter((_, place) => place % 2 === parity),
    }));
    const answers = new Map<EngineName, Map<string, NameAnswer[]>>();
    for (const engine of ENGINES.filter((name) => values.engines.split(',').includes(name))) {
      const found = await withEngine(engine, async (settings) => {
        await indexDatabase(databaseUrl, settings);
        return withApi(databaseUrl, settings, (ask) => askNames(classes, ask));
      });
      answers.set(engine, found);
    }
    const { documents } = entries;
    process.stdout.write(
      `## names: ${companies.length} companies (${madeUp} made up), ${filings.length} filings, ` +
        `${documents.length} documents; the ${values.half} half\n\n${namesTable(classes, answers)}\n` +
        examples(classes, answers, Number(values.examples)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills an empty database, and returns its entries with their paths. */
async function fill(
  db: Db,
  data: string,
  { companies, filings }: { companies: Named[]; filings: Filed[] },
): Promise<Entries> {
  await migrate(db);
  const isEmpty = (await db('companies').first('id')) === undefined;
  if (isEmpty) {
    const rows = companies.map(({ former, ticker, ...company }) => ({
      ...company,
      type: 'private',
      ...(former !== undefined && { legal_entities: [{ name: former }] }),
      ...(ticker !== undefined && { listings: [{ ticker }] }),
    }));
    await loadSome(db, 'companies', rowsOf(rows));
    const filed = filings.map(({ cik, form, date, accession }) => ({
      company_cik: cik,
      accession_number: accession,
      name: form,
      type: form,
      filed_at: `${date}T00:00:00Z`,
      url: `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession}.txt`,
    }));
    await loadSome(db, 'filings', rowsOf(filed));
    await loadSome(db, 'documents', [join(data, 'docs/digitalgov/news')]);
  }
  const domains: { domain: string; slug: string }[] = await db('company_domains')
    .join('companies', 'companies.id', 'company_domains.company_id')
    .select('company_domains.domain', 'slug');
  const slugs = new Map(domains.map(({ domain, slug }) => [domain, slug]));
  const stored: { accession_number: string; id: string }[] = await db('filings').select(
    'accession_number',
    'id',
  );
  const ids = new Map(stored.map((row) => [row.accession_number, row.id]));
  const documents: { slug: string; title: string }[] = await db('documents').select('slug', 'title');
  return {
    companies: companies.flatMap((company) => {
      const slug = slugs.get(company.domain);
      return slug === undefined ? [] : [{ ...company, path: `/${slug}` }];
    }),
    filings: filings.flatMap((filing) => {
      const id = ids.get(filing.accession);
      return id === undefined ? [] : [{ ...filing, path: `/filings/${id}` }];
    }),
    documents: documents.map(({ slug, title }) => ({ title, path: `/research/${slug}` })),
  };
}
