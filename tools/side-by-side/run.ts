import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDatabase } from '@dossier/store';
import { replicaOf, startProgram } from '../kills/programs.ts';
import { sources } from '../sample/fill.ts';
import type { Older } from './older.ts';

/** Questions whose answers a load of other news does not change: an address, or an address and the body of a POST. */
const QUESTIONS: [path: string, body?: object][] = [
  ['/api/v1/companies/?company_domain=stripe.com'],
  ['/api/v1/companies/rankings/?limit=100'],
  ['/api/v1/news/company/?company_domain=openai.com'],
  ['/api/v1/metrics/?company_domain=snowflake.com'],
  ['/api/v1/events/?types=funding-round'],
  ['/api/v1/funding-rounds/?company_domain=stripe.com'],
  ['/api/v1/categories/?company_domain=stripe.com'],
  ['/api/v1/filings/?company_domain=apple.com'],
  ['/api/v1/documents'],
  ['/api/v1/documents/stripe/'],
  ['/api/v1/search/suggest/?q=sn'],
  ['/api/v1/search/', { query: 'payments' }],
  ['/api/v1/lookup/companies/', { domains: ['stripe.com', 'nobody.example'] }],
  ['/api/v1/news/company/', { company_domains: ['stripe.com', 'openai.com'], news_type: 'all' }],
  ['/api/v1/events/', { company_domains: ['stripe.com'], include_citations: true }],
];
const LOADED = 2000;

/** The result of running two versions on one database. */
export interface SideBySide {
  migrations: { older: number; newer: number };
  /** Answers of the older version while the newer one started and ran, all equal to those before. */
  answers: number;
  /** Answers of the older version that differed. Must be empty. */
  different: string[];
  /** Questions to which the newer version returned something other than 200. Must be empty. */
  failed: string[];
  /** What the older version printed when it was started after the update. */
  refusal: string;
}

/**
 * Runs the older version on a new database, and starts this version next to it while the older one answers and loads.
 * @throws Error when a command fails
 */
export async function sideBySide(older: Older, databaseUrl: string, folder: string): Promise<SideBySide> {
  const settings = {
    DATABASE_URL: databaseUrl,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
    PORT: '0',
    ADMIN_PORT: 'off',
    DRAIN_SECONDS: '0',
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
  };
  const old = async (...args: string[]) => {
    const env = { ...process.env, NODE_OPTIONS: '', ...settings };
    return (
      await promisify(execFile)(process.execPath, ['bin/dossier.cjs', ...args], { cwd: older.folder, env })
    ).stdout;
  };
  for (const { kind, path } of sources) await old('ingest', 'load', kind.plural, path);
  await old('admin', 'orgs', 'create', 'Partner', '--plan', 'Platforms');
  const key = (await old('admin', 'keys', 'create', 'Partner')).trim();
  const before = replicaOf(settings, older.folder);
  const after = replicaOf(settings);
  const db = openDatabase(databaseUrl);
  const countMigrations = async () => (await db('migrations').select('name')).length;
  const [different, failed]: string[][] = [[], []];
  try {
    await before.start();
    const expected = await answersOf(before.url(), key);
    for (const [i, text] of expected.entries()) if (!text.startsWith('200 ')) failed!.push(`${i}: ${text}`);
    const olderMigrations = await countMigrations();

    // This load is half done when the schema changes.
    const load = startProgram(
      ['ingest', 'load', 'news', '-', '--format', 'ndjson'],
      settings,
      older.folder,
      'pipe',
    );
    load.process.stdin!.write(newsLines(LOADED / 2, 0));
    const loaded = async () =>
      (await db('news').where('headline', 'like', 'Side by side %').select('id')).length;
    while ((await loaded()) === 0 && load.process.exitCode === null) await sleep(50);

    let isOver = false;
    let answers = 0;
    const asking = (async () => {
      for (let isLast = false; !isLast;) {
        isLast = isOver;
        const now = await answersOf(before.url(), key);
        answers += now.length;
        for (const [i, text] of now.entries())
          if (text !== expected[i]) different!.push(`${QUESTIONS[i]![0]}: ${text.slice(0, 500)}`);
      }
    })();
    try {
      await after.start();
      load.process.stdin!.end(newsLines(LOADED / 2, LOADED / 2));
      const code = await load.ended;
      if (code !== 0 || (await loaded()) !== LOADED)
        throw new Error(`The load exited with ${code}: ${load.stderr()}`);
      for (const [i, text] of (await answersOf(after.url(), key)).entries())
        if (!text.startsWith('200 ')) failed!.push(`${QUESTIONS[i]![0]}: ${text.slice(0, 500)}`);
    } finally {
      isOver = true;
      await asking;
    }
    const again = startProgram(['serve'], settings, older.folder);
    const code = await again.ended;
    const newer = await countMigrations();
    return {
      migrations: { older: olderMigrations, newer },
      answers,
      different: different!,
      failed: failed!,
      refusal: `${code} ${again.stderr().trim()}`,
    };
  } finally {
    for (const replica of [before, after]) {
      replica.signal('SIGKILL');
      await replica.ended();
    }
    await db.destroy();
  }
}

/** Returns the status and text of each answer, without what depends on the server and the time. */
async function answersOf(url: string, key: string): Promise<string[]> {
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  const texts: string[] = [];
  for (const [path, body] of QUESTIONS) {
    const response = await fetch(url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = (await response.text()).replaceAll(url, '');
    texts.push(
      `${response.status} ${text.replaceAll(/page_(after|before)=[\w%.~-]+|"(\w+_cursor|request_id)":"[^"]+"/g, '')}`,
    );
  }
  return texts;
}

const newsLines = (count: number, from: number) =>
  Array.from({ length: count }, (_, i) => {
    const headline = `Side by side ${from + i}`;
    const record = {
      company: 'apple.com',
      headline,
      short_headline: headline,
      description: 'x',
      importance: 'minor',
    };
    return `${JSON.stringify({ ...record, release_date: '2001-01-01' })}\n`;
  }).join('');
