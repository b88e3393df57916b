import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKind, load, reindex, type Load, type LoadOptions } from '@dossier/ingest';
import { openSearch, openStandby } from '@dossier/search';
import { companyNameKey, type DocumentContent } from '@dossier/shared';
import { databaseId, migrate, openDatabase, type Db } from '@dossier/store';
import { temporaryFolder, type Defer } from '../defer.ts';
import { answersOf, type Collection, type Read, type Text } from './collection.ts';

/** A date for the pages that have none. */
const DATE = '2024-01-01';
/** The documents of the collection: each load with its options. */
const FOLDERS: [path: string, options?: LoadOptions][] = [
  ['docs/digitalgov/news'],
  ['docs/digitalgov/resources'],
  ['docs/18f-posts'],
  ['docs/18f-guides', { date: DATE }],
  ['docs/nist-800-63-3/sp800-63-3', { date: DATE }],
  ['docs/nist-800-63-3/sp800-63a', { date: DATE }],
  ['docs/changelog-interviews', { type: 'interview', date: DATE }],
  ['docs/distill', { date: DATE }],
];

/** Loads documents as the data team does. The questions of `questions.ndjson` name sections that answer them. */
export const documentsCollection = (data: string, defer: Defer): Promise<Collection> =>
  loadedCollection(defer, async (db) => {
    for (const [path, options] of FOLDERS) await loadSome(db, 'documents', [join(data, path)], options);
    return readSections(db);
  });

/** A company as the SEC lists it, and one in so many questions of each class. */
type Named = Record<'name' | 'ticker' | 'domain', string>;
const ONE_IN = 50;
const FORM = /,? (?:inc|corp|co|ltd|llc|plc|s\.?a|n\.?v|lp)\.?$/i;

/** How people write the name of a company. Undefined if a name cannot be written so. */
const SPELLINGS: Record<string, (company: Named) => string | undefined> = {
  'exact name': ({ name }) => name,
  'no legal form': ({ name }) => (FORM.test(name) ? name.replace(FORM, '') : undefined),
  'other legal form': ({ name }) => (FORM.test(name) ? name.replace(FORM, ' Limited') : `${name}, Inc.`),
  ticker: ({ ticker }) => ticker,
  $TICKER: ({ ticker }) => `$${ticker}`,
  URL: ({ domain }) => `https://www.${domain}/`,
  'two letters swapped': ({ name }) =>
    /^[a-z]{6}/i.test(name) ? name.replace(/^(..)(.)(.)/, '$1$3$2') : undefined,
  'words joined': ({ name }) =>
    /^\w{3,} \w{3,}$/.test(name.replace(FORM, '')) ? name.replace(' ', '') : undefined,
  'name and topic': ({ name }) => `${name.replace(FORM, '')} valuation`,
};

/** Loads the companies of the SEC's tickers, and asks for them by name, as people write names. */
export const namesCollection = (data: string, defer: Defer): Promise<Collection> =>
  loadedCollection(defer, async (db) => {
    const listed = Object.values(
      JSON.parse(readFileSync(join(data, 'sec/tickers/company_tickers.json'), 'utf8')) as Record<
        string,
        { ticker: string; title: string }
      >,
    );
    const companies = new Map<string, Named>();
    for (const { ticker, title: name } of listed) {
      const label = companyNameKey(name).replace(/[^a-z0-9]+/g, '');
      if (label.length > 1 && !companies.has(label))
        companies.set(label, { name, ticker, domain: `${label}.com` });
    }
    const all = [...companies.values()];
    const rows = all.map(({ ticker, ...each }) => ({ ...each, type: 'public', listings: [{ ticker }] }));
    await loadSome(db, 'companies', rowsOf(rows));
    const stored: { domain: string; slug: string }[] = await db('companies').select('domain', 'slug');
    const slugs = new Map(stored.map(({ domain, slug }) => [domain, slug]));
    const asked = Object.entries(SPELLINGS).flatMap(([spelling, textOf], start) =>
      all.flatMap((company, place) => {
        const text = place % ONE_IN === start ? textOf(company) : undefined;
        return text === undefined ? [] : [{ id: `${spelling} ${place}`, text, domain: company.domain }];
      }),
    );
    return {
      texts: all.map(({ name, ticker, domain }) => ({
        id: `/${slugs.get(domain)}`,
        text: `${name} ${ticker} ${domain}`,
      })),
      questions: asked,
      answers: new Map(asked.map(({ id, domain }) => [id, new Map([[`/${slugs.get(domain)}`, 1]])])),
    };
  });

/** Makes a collection of a database that `fill` loads. */
async function loadedCollection(
  defer: Defer,
  fill: (db: Db) => Promise<Read & { sections?: Text[] }>,
): Promise<Collection> {
  const databaseUrl = `sqlite:${join(temporaryFolder(defer), 'bench.db')}`;
  const db = openDatabase(databaseUrl);
  defer(() => db.destroy());
  await migrate(db);
  return {
    ...(await fill(db)),
    index: async ({ url, key }) => {
      const options = { key, database: await databaseId(db) };
      await reindex({ db, standby: await openStandby(url, options), open: () => openSearch(url, options) });
      return databaseUrl;
    },
  };
}

/** Loads records into a database. @throws Error when not one of them can be stored */
async function loadSome(
  db: Db,
  kind: string,
  paths: Load['paths'],
  options: LoadOptions = {},
): Promise<void> {
  const report = await load({ db, kind: findKind(kind)!, paths, options });
  if (report.new === 0) throw new Error(`No ${kind} were loaded: ${JSON.stringify(report.rejectedBy)}`);
}

/** Returns records as the rows of one source. */
async function* rowsOf(values: object[]) {
  yield { rows: values.map((value, place) => ({ file: 'bench', row: place + 1, value })) };
}

/** Returns each document as one text, each of its sections with the title of the document, and the questions. */
async function readSections(db: Db): Promise<Read & { sections: Text[] }> {
  const rows: { slug: string; title: string; content_json: string }[] = await db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .orderBy('documents.id')
    .select('slug', 'title', 'content_json');
  const documents = rows.map(({ slug, title, content_json }) => {
    const sections = (JSON.parse(content_json) as DocumentContent).sections.map((part) => {
      const lines = part.elements.map((each) => ('text' in each ? each.text : (each.caption ?? '')));
      return { id: `/research/${slug}#${part.id}`, text: [title, part.title, ...lines].join('\n') };
    });
    return { id: `/research/${slug}`, text: sections.map(({ text }) => text).join('\n'), sections };
  });
  const lines = readFileSync(new URL('./questions.ndjson', import.meta.url), 'utf8').trim();
  const asked = lines.split('\n').map((line) => JSON.parse(line) as { question: string; answers: string[] });
  const sections = documents.flatMap((document) => document.sections);
  const texts = new Set(sections.map(({ id }) => id));
  const answers = answersOf(
    asked.flatMap(({ answers: paths }, place) =>
      paths.map((path) => [String(place + 1), `/research/${path}`, 1] as [string, string, number]),
    ),
  );
  for (const [place, right] of answers)
    for (const id of right.keys())
      if (!texts.has(id)) throw new Error(`Question ${place}: ${id} is no section of the collection.`);
  const questions = asked.map(({ question }, place) => ({ id: String(place + 1), text: question }));
  return { texts: documents, sections, questions, answers };
}
