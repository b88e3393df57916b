import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, postgresVersion, withIndexLock } from '@dossier/store';
import {
  createTestDatabase,
  engines,
  migrateFurther,
  type Engine,
  type TestDatabase,
} from '@dossier/store/testing';
import { fillIfEmpty } from '../sample/fill.ts';
import { runProgram, started, startProgram, type Program } from './program.ts';

/** How many questions and searches are compared; the long form compares more. */
const MAX_QUESTIONS = Number(process.env['RESTORE_QUESTIONS'] ?? 120);
const MAX_SEARCHES = Number(process.env['RESTORE_SEARCHES'] ?? 7);
/** The first questions: an address, or an address and the body of a POST. Links in their responses are further questions. */
const FIRST = [
  '/api/v1/companies/?company_domain=stripe.com',
  '/api/v1/companies/rankings/?limit=100',
  `/api/v1/companies/?mode=sync&updated_at_gte=${new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)}`,
  '/api/v1/news/company/?company_domain=openai.com',
  '/api/v1/metrics/?company_domain=snowflake.com',
  '/api/v1/events/?types=funding-round',
  '/api/v1/funding-rounds/?company_domain=stripe.com',
  '/api/v1/categories/?company_domain=stripe.com',
  '/api/v1/filings/?company_domain=apple.com',
  '/api/v1/documents',
  '/api/v1/documents/stripe/',
  '/api/v1/embed/company-data-valuation-chart/?company_domain=stripe.com',
  '/research/stripe',
  '/api/v1/search/companies/?country=United%20States',
  '/api/v1/search/suggest/?q=sn',
  '/api/v1/categories/payments/items/',
  '/api/v1/companies/rankings/?sort_by=revenue&limit=5&page_after=Start',
  '/api/v1/changes/?limit=20',
  '/api/v1/lookup/companies/ {"domains":["stripe.com","snowflake.com","nobody.example"]}',
  '/api/v1/news/company/ {"company_domains":["stripe.com","openai.com"],"news_type":"all"}',
  '/api/v1/metrics/ {"company_domains":["snowflake.com"],"page_size":5}',
  '/api/v1/events/ {"company_domains":["stripe.com"],"include_citations":true}',
  '/api/v1/filings/ {"company_domain":"apple.com"}',
  '/api/v1/provenance/companies/?company_domain=stripe.com',
  '/api/v1/companies/stripe/',
  '/companies/stripe',
  '/api/v1/changes/latest/',
  '/api/v1/embed/document-pdfs/?document_slug=stripe',
  ...['sparkline', 'card', 'summary', 'valuation-table'].map(
    (kind) => `/api/v1/embed/company-data-${kind}/?company_domain=stripe.com`,
  ),
  ...['comparison', 'multiples', 'ranking'].map(
    (kind) => `/api/v1/embed/company-data-${kind}/?company_domains=stripe.com,openai.com`,
  ),
];
/** What an embed has at the end of its address, and a page that describes it. `<url>` is the address of the service. */
const OF_EMBED = ['.json', '.csv', '.svg', '.png', '.social.png', '.cite'];
const ofEmbed = (link: string) =>
  /^\/embeds\/valuation-chart\/stripe\/[^/]+\/[^/.]+\.[\w-]+$/.test(link)
    ? [...OF_EMBED.map((end) => link + end), `/oembed?url=<url>${encodeURIComponent(link)}`]
    : [];
/** The most links of a response that become questions, so that one long list does not displace all others. */
const LINKS_EACH = 5;
/** Operations that write, that do not read the database, or whose answers depend on the time or on a login. */
const NOT_COMPARED =
  /^(putChart|getUsage|getHealth|getLiveness|getReadiness|getRoot|getOpenApi|getDocumentation|search|getFilingFile|.*(Builder|Gallery|Script|Icon).*)$/;
/** Addresses of a company, which are asked if the links are too few. */
const OF_COMPANY = [
  'companies/?company_domain=',
  'provenance/companies/?company_domain=',
  'news/company/?news_type=all&company_domain=',
  'metrics/?company_domain=',
  'events/?pagination=cursor&company_domain=',
  'documents?company_domain=',
  'filings/?company_domain=',
  'categories/?company_domain=',
  'funding-rounds/?company_domain=',
  'embed/company-data-summary/?company_domain=',
  'embed/company-data-valuation-table/?company_domain=',
];
/** More records than two batches of ingest. */
const LOADED = 4200;
const SEARCHES = [
  'stripe',
  'payments',
  'annual report',
  'warehose',
  '"open tables"',
  '2024',
  'valuation of klarna',
];

const openapi = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, { operationId: string }>> };

/** Postgres needs programs that fit the server; the tests of the store check the sentence that asks for them. */
async function canBackUp(engine: Engine, database: TestDatabase): Promise<boolean> {
  if (engine === 'sqlite') return true;
  try {
    const [, version] = /\) (\d+)/.exec(execFileSync('pg_dump', ['--version']).toString())!;
    return Number(version) >= Number.parseInt(await postgresVersion(database.db));
  } catch {
    return false;
  }
}

/** Cursors of windows without an end contain the time of the request, errors its id. A restored feed has an epoch of its own. */
const timeless = ({ text }: { text: string }) =>
  text.replaceAll(/page_(after|before)=[\w%.~-]+|"(\w+_cursor|request_id|epoch)":"[^"]+"/g, '');

describe.each(engines)('a restored backup on %s', (engine) => {
  let folder: string;
  let original: TestDatabase;
  let restored: TestDatabase;
  let key: string;
  let other: string;
  const programs: Program[] = [];
  const settingsOf = ({ url }: TestDatabase, name: string) => ({
    DATABASE_URL: url,
    SEARCH_URL: `sqlite:${join(folder, name, 'search.db')}`,
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-restore-'));
    original = await createTestDatabase(engine);
    restored = await createTestDatabase(engine, { migrated: false });
    const { DATABASE_URL: databaseUrl, SEARCH_URL: searchUrl } = settingsOf(original, 'original');
    await fillIfEmpty({ databaseUrl, searchUrl, searchKey: undefined }, () => {});
    const admin = (...args: string[]) => runProgram(['admin', ...args], settingsOf(original, 'original'));
    await admin('orgs', 'create', 'Partner', '--plan', 'Platforms');
    key = (await admin('keys', 'create', 'Partner')).stdout.trim();
    other = await serve(original, 'original');
  });
  afterAll(async () => {
    for (const program of programs) await program.stop();
    await original.close();
    await restored.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the API, and returns its address. */
  const serve = async (database: TestDatabase, name: string): Promise<string> => {
    const program = await started(startProgram(['serve'], settingsOf(database, name)));
    programs.push(program);
    return /"url":"([^"]+)"/.exec(program.output())![1]!;
  };
  const ask = async (url: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
    const address = url + path.replaceAll('<url>', encodeURIComponent(url));
    const response = await fetch(address, { headers, redirect: 'manual', ...init });
    const { status, headers: answered } = response;
    const type = answered.get('content-type');
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    // The address of the service, which links contain, cannot be replaced in the compressed text of a PDF.
    const text =
      type === 'application/pdf'
        ? 'a PDF'
        : body
            .replaceAll(url, '<url>')
            .replaceAll(encodeURIComponent(url), '')
            .replaceAll(new URL(url).host, '');
    return { status, type, text, headers: answered };
  };
  const question = (url: string, text: string) => {
    const place = text.indexOf(' ');
    if (place === -1) return ask(url, text);
    return ask(url, text.slice(0, place), { method: 'POST', body: text.slice(place + 1) });
  };
  const search = (url: string, query: string) =>
    ask(url, '/api/v1/search/', { method: 'POST', body: JSON.stringify({ query, limit: 50 }) });

  /** Sends requests and loads a file until the work ends. The load changes no response, but records its run. */
  const underLoad = async <T>(work: () => Promise<T>): Promise<T> => {
    let isOver = false;
    const failed: unknown[] = [];
    const asking = async () => {
      for (let i = 0; !isOver; i++) {
        const { status } = await question(other, FIRST[i % FIRST.length]!);
        if (status !== 200) failed.push([FIRST[i % FIRST.length], status]);
        // Leaves time for the other work.
        await sleep(10);
      }
    };
    const loading = async () => {
      const args = ['load', 'news', 'tools/sample/news.ndjson'];
      const { code, stderr } = await runProgram(['ingest', ...args], settingsOf(original, 'original'));
      if (code !== 0) failed.push([code, stderr]);
    };
    const load = Promise.all([asking(), loading()]);
    const result = await work().finally(() => (isOver = true));
    await load;
    expect(failed).toEqual([]);
    return result;
  };

  it('answers as the original, and its search returns 503 until the service has filled the index', async () => {
    if (!(await canBackUp(engine, original))) return;
    const [from, to] = [settingsOf(original, 'original'), settingsOf(restored, 'restored')];
    const backups = join(folder, 'backups/');
    const backup = await underLoad(() => runProgram(['admin', '--json', 'backup', backups], from));
    expect([backup.code, backup.stderr]).toEqual([0, '']);
    const { path, tables } = JSON.parse(backup.stdout) as { path: string; tables: Record<string, number> };
    expect([tables['companies']! > 0, tables['assets']! > 0, statSync(path).mode & 0o777]).toEqual([
      true,
      true,
      0o600,
    ]);

    const dry = await runProgram(['admin', 'restore', backups, '--dry-run'], to);
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringMatching(/^The backup is whole\. .* rows of 2/)]);
    const done = await runProgram(['admin', 'restore', backups], to);
    expect([done.code, done.stderr, done.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(
        /^Restored \d+ rows of .*\nSearch: \d+ alike, 0 missing, 0 stale, 0 surplus, 0 waiting/,
      ),
    ]);
    const again = await runProgram(['admin', 'restore', backups], to);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringMatching(/ has data \(in the table .* add --replace /),
    ]);

    if (engine === 'postgres' && process.env['TEST_CITUS_URL']) {
      const { code, stdout } = await runProgram(['admin', 'distribute', '--shards', '4'], to);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^news +distributed .* done$/m)]);
    }

    const used = await runProgram(['admin', 'restore', backups, '--replace'], from);
    expect([used.code, used.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^(Another program uses|Other programs use) the database of DATABASE_URL.* Stop the service/,
      ),
    ]);

    // As on a machine that has only the database.
    rmSync(join(folder, 'restored'), { recursive: true });
    const locked = openDatabase(to.DATABASE_URL);
    let one = '';
    try {
      await withIndexLock(locked, async () => {
        one = await serve(restored, 'restored');
        const unfilled = await search(one, 'stripe');
        expect([unfilled.status, unfilled.text, unfilled.headers.get('retry-after')]).toEqual([
          503,
          '"Overall search processing error: the search index is being filled"',
          expect.stringMatching(/^\d+$/),
        ]);
        expect(JSON.parse((await ask(one, '/ready')).text)).toEqual({ status: 'ready', search: 'filling' });
        expect((await ask(one, '/api/v1/documents')).status).toBe(200);
        const { stdout } = await runProgram(['ingest', 'status'], to);
        expect(stdout).toContain('\nSearch: the index is missing or incomplete, so searches return 503.');
        expect(programs.at(-1)!.output()).toContain('The search index is missing or incomplete.');
      });
    } finally {
      await locked.destroy();
    }
    while ((await search(one, 'stripe')).status === 503) await sleep(100);
    expect(JSON.parse((await ask(one, '/ready')).text)).toEqual({ status: 'ready', search: 'ready' });

    const [filing] = await original.db('filings').orderBy('id').limit(1).pluck<string[]>('id');
    // No response links to these.
    const seen = new Set([...FIRST, '/stripe', `/filings/${filing}`]);
    const domains = await original.db('companies').orderBy('id').pluck<string[]>('domain');
    const ofCompanies = domains.flatMap((domain) => OF_COMPANY.map((path) => `/api/v1/${path}${domain}`));
    // Most questions come from links, unless there are too few links.
    for (const address of ofCompanies.slice(0, MAX_QUESTIONS - 120)) seen.add(address);
    for (const address of seen) {
      const [was, is] = [await question(other, address), await question(one, address)];
      expect([address, is.status, is.type, timeless(is)]).toEqual([
        address,
        was.status,
        was.type,
        timeless(was),
      ]);
      if (FIRST.includes(address)) expect([address, was.status]).toEqual([address, 200]);
      const links = [...was.text.matchAll(/<url>(\/[^"'\\<> ]+)/g)].map(([, found]) =>
        found!.replaceAll('&amp;', '&'),
      );
      const fresh = links.filter((link) => !seen.has(link)).slice(0, LINKS_EACH);
      for (const link of [...fresh, ...links.flatMap(ofEmbed)]) if (seen.size < MAX_QUESTIONS) seen.add(link);
    }
    expect(seen.size).toBe(MAX_QUESTIONS);
    if (MAX_QUESTIONS >= 500) {
      const asked = new Set(
        [...programs[0]!.output().matchAll(/"operation":"(\w+)"/g)].map(([, operation]) => operation),
      );
      const all = Object.values(openapi.paths).flatMap((path) => Object.values(path));
      const missing = all.map(({ operationId }) => operationId).filter((name) => !asked.has(name));
      expect(missing.filter((name) => !NOT_COMPARED.test(name))).toEqual([]);
    }
    const columns = [
      'companies.name',
      'documents.title',
      'news.short_headline',
      'news.headline',
      'filings.name',
    ];
    const texts = await Promise.all(
      columns.map((name) => {
        const [table, column] = name.split('.') as [string, string];
        return original.db(table).orderBy('id').pluck<string[]>(column);
      }),
    );
    const searches = [...new Set([...SEARCHES, ...texts.flat()])].slice(0, MAX_SEARCHES);
    expect(searches).toHaveLength(MAX_SEARCHES);
    for (const query of searches) {
      const [was, is] = [await search(other, query), await search(one, query)];
      expect([query, is.status, is.text]).toEqual([query, 200, was.text]);
    }
  });

  it('the running program goes on answering and loading while a newer version updates the schema', async () => {
    const settings = settingsOf(original, 'original');
    const steady = FIRST.filter((text) => !/mode=sync|\/(changes|search)\//.test(text));
    const answers = async () => {
      const texts: unknown[] = [];
      for (const text of steady) {
        const answer = await question(other, text);
        texts.push([text, answer.status, timeless(answer)]);
      }
      return texts;
    };
    const before = await answers();
    const news = (i: number) =>
      JSON.stringify({
        company: 'apple.com',
        headline: `Side by side ${i}`,
        short_headline: `Side by side ${i}`,
        description: 'x',
        release_date: '2001-01-01',
        importance: 'minor',
      });
    const lines = Array.from({ length: LOADED }, (_, i) => `${news(i)}\n`);
    const load = startProgram(['ingest', 'load', 'news', '-', '--format', 'ndjson'], settings);
    load.process.stdin.write(lines.slice(0, -10).join(''));
    const loaded = async () =>
      Number(
        (await original.db('news').where('headline', 'like', 'Side by side %').count({ n: '*' }))[0]!['n'],
      );
    let hasEnded = false;
    void load.ended.then(() => (hasEnded = true));
    while ((await loaded()) === 0 && !hasEnded) await sleep(50);

    let isOver = false;
    const during = (async () => {
      const seen: unknown[] = [];
      do seen.push(await answers());
      while (!isOver);
      return seen;
    })();
    try {
      await migrateFurther(original.db, async (db) => {
        await db.schema.alterTable('companies', (table) => table.text('next_name'));
        await db.schema.alterTable('news', (table) => table.integer('next_rank').defaultTo(1).notNullable());
        await db.schema.createTable('next_things', (table) => {
          table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
        });
        await db('companies').update({ next_name: db.ref('name') });
      });
      load.process.stdin.end(lines.slice(-10).join(''));
      expect([await load.ended, load.stderr()]).toEqual([0, '']);
    } finally {
      isOver = true;
    }
    expect(await loaded()).toBe(LOADED);
    for (const texts of [...(await during), await answers()]) expect(texts).toEqual(before);
    const again = await runProgram(['ingest', 'load', 'news', 'tools/sample/news.ndjson'], settings);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The database has a newer schema than this program \(9999-next\)\. Install the version/,
      ),
    ]);
  });
});
