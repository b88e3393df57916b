import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSearch, type SearchDocument, type SearchEngine } from '@dossier/search';
import { DAY_MS, toTimestamp } from '@dossier/shared';
import { randomOf } from '../random.ts';
import { Command, Option } from 'commander';
import { whole } from '../command.ts';
import { withDefer } from './defer.ts';
import { markdown, quantile } from './figures.ts';
import { ENGINES, startEngine, type EngineName } from './relevance/engine.ts';

const DATABASE = 'b0b0b0b0-0000-4000-8000-000000000000';
const BATCH = 10_000;
const PROGRESS_SECONDS = 10;
const COMPANIES = 1000;
/** The words of all texts. The first are common and the last are rare, as in a language. */
const WORDS = Array.from({ length: 20_000 }, (_, i) => `w${((i * 2_654_435_761) % 2 ** 32).toString(36)}`);
const RARE = 5000;

/** Searches of each form. */
const SEARCHES = 300;

export const search = new Command('search')
  .description(
    'Fill a search index with generated news, and measure the time, the size, the memory, and searches for two words.',
  )
  .option('--entries <number>', 'entries of the index', whole, 10_000)
  .addOption(new Option('--engine <name>', 'search engine').choices(ENGINES).default(ENGINES[0]))
  .action(({ entries, engine: name }: { entries: number; engine: EngineName }) =>
    withDefer(async (defer) => {
      const { url, key, folder, pid } = await startEngine(name, defer);
      const engine = await openSearch(url, { key, database: DATABASE });
      defer(() => engine.close());
      const random = randomOf(7);
      const started = performance.now();
      const elapsed = () => (performance.now() - started) / 1000;
      let reportedAt = 0;
      for (let from = 0; from < entries; from += BATCH) {
        const length = Math.min(BATCH, entries - from);
        await engine.put(Array.from({ length }, (_, i) => entryOf(from + i, random)));
        if (elapsed() - reportedAt < PROGRESS_SECONDS) continue;
        reportedAt = elapsed();
        process.stderr.write(`${from + length} of ${entries} entries after ${Math.round(reportedAt)} s\n`);
      }
      const seconds = Math.round(elapsed());
      const any = await timesOf(engine, () => `${wordOf(random)} ${wordOf(random)}`);
      const rare = await timesOf(engine, () => `${rareOf(random)} ${rareOf(random)}`);
      const times = [any, rare].flatMap((all) => [0.5, 0.99].map((share) => quantile(all, share).toFixed(1)));
      const size = Math.round(sizeOf(folder) / 1e6);
      process.stdout.write(markdown(HEADS, [[name, entries, seconds, size, peakOf(pid), ...times]]));
    }),
  );
const HEADS = [
  ...['engine', 'entries', 'seconds', 'index, MB', 'peak memory, MB'],
  ...['two words, p50 ms', 'p99', 'two rare words, p50 ms', 'p99'],
];

const wordOf = (random: () => number): string => WORDS[Math.floor(WORDS.length * random() ** 3)]!;
const rareOf = (random: () => number): string => WORDS[RARE + Math.floor((WORDS.length - RARE) * random())]!;

function entryOf(i: number, random: () => number): SearchDocument {
  const prose = (words: number) => Array.from({ length: words }, () => wordOf(random)).join(' ');
  return {
    type: 'news',
    id: `n${i}`,
    title: prose(8),
    excerpt: prose(15),
    url: `/n/${i}`,
    date: toTimestamp(Date.UTC(2015, 0, 1) + (i * DAY_MS) / 30),
    passages: [{ title: '', text: prose(40) }],
    companies: [i % COMPANIES],
  };
}

/** Returns how long each search took, in milliseconds. */
async function timesOf(engine: SearchEngine, textOf: () => string): Promise<number[]> {
  const times: number[] = [];
  let found = 0;
  for (let i = 0; i < SEARCHES; i++) {
    const text = textOf();
    const started = performance.now();
    const { total } = await engine.search({ text, filter: { types: ['news'] }, limit: 10, offset: 0 });
    times.push(performance.now() - started);
    found += total;
  }
  if (found === 0) throw new Error('The searches found nothing.');
  return times;
}

/** Returns the bytes of a folder. Files of Meilisearch have holes, so the blocks count. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).blocks * 512, 0);

/** Returns the highest memory that a process had, in MB. */
const peakOf = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000);
