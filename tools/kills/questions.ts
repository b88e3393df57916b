import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger, Need } from './ledger.ts';
import type { Loads } from './loads.ts';
import { fundingOf, WORDS, type LoadedKind } from './records.ts';

/** The pause after a failure, in milliseconds. It leaves the cores to the process that recovers. */
const PAUSE_MS = 20;

/** A question that one replica receives repeatedly, one at a time. */
export interface Stream {
  needs: Need[];
  /** Correct answers, and those since the last failure. */
  answers: number;
  inARow: number;
}

/** A kind of question. It asks about one company, named by its word. */
interface Question {
  needs: Need[];
  path: (word: string) => string;
  body?: (word: string) => object;
  /** Returns the least and the latest version that the answer may have; undefined if it has none. */
  versions: () => { least: number; note: (version: number) => void; latest: () => number } | undefined;
}

/** The questions to both replicas. */
export interface Asking {
  streams: Stream[];
  start(): void;
  end(): Promise<void>;
}

/**
 * Returns questions that both replicas receive from `start` to `end`.
 * @param urls the addresses of the replicas
 */
export function askingOf(urls: (() => string)[], key: string, loads: Loads, ledger: Ledger): Asking {
  const seen = { companies: 0, filings: 0 };
  const streams: (Stream & { replica: number; question: Question })[] = [];
  for (const replica of urls.keys()) {
    for (const question of questions(loads, seen)) {
      const needs: Need[] = [replica === 0 ? 'api 1' : 'api 2', ...question.needs];
      streams.push({ needs, answers: 0, inARow: 0, replica, question });
    }
  }
  let isOver = false;
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  const ask = async (stream: (typeof streams)[number]) => {
    const { question, needs, replica } = stream;
    for (let i = 0; !isOver; i++) {
      const word = WORDS[i % WORDS.length]!;
      const path = question.path(word);
      const body = question.body?.(word);
      const began = performance.now();
      const versions = question.versions();
      const fail = (message: string) => {
        stream.inARow = 0;
        ledger.failed(needs, began, `${path} of ${needs[0]}: ${message}`);
        return sleep(PAUSE_MS);
      };
      try {
        const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
        const response = await fetch(urls[replica]!() + path, { ...init, headers });
        const text = await response.text();
        if (response.status === 503) {
          await fail(`503 ${text}`);
          continue;
        }
        const problem = response.status === 200 ? wrongIn(text, word, versions) : `${response.status}`;
        if (problem !== undefined)
          ledger.wrong(`${path} ${word} of ${needs[0]}: ${problem}: ${text.slice(0, 2000)}`);
        ledger.answered();
        stream.answers++;
        stream.inARow++;
      } catch (error) {
        await fail(String((error as { cause?: unknown }).cause ?? error));
      }
    }
  };
  let running: Promise<void>[] = [];
  return {
    streams,
    start: () => void (running = streams.map(ask)),
    end: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Returns what is wrong with an answer, or undefined. */
function wrongIn(text: string, word: string, versions: ReturnType<Question['versions']>): string | undefined {
  if (!versions) return undefined;
  const words = WORDS.filter((each) => text.includes(each));
  if (words.join() !== word) return `is about ${words.join() || 'nothing'}`;
  const found = [...new Set([...text.matchAll(/version(\d+)/g)].map(([, version]) => Number(version)))];
  const fundings = [...text.matchAll(/\b(70\d{5})\b/g)].map(([, value]) => Number(value));
  if (found.length !== 1) return `has the versions ${found.join()}`;
  const [version] = found as [number];
  if (fundings.some((value) => value !== fundingOf(version))) return `has the funding of another version`;
  if (version < versions.least) return `is version ${version}, but ${versions.least} was there before`;
  if (version > versions.latest()) return `is version ${version}, which nobody has loaded`;
  versions.note(version);
  return undefined;
}

function questions(loads: Loads, seen: Record<LoadedKind, number>): Question[] {
  // A replica must not return an older version than any replica has returned or a load has acknowledged.
  const stored = (kind: LoadedKind) => ({
    least: Math.max(seen[kind], loads.loaded[kind]),
    note: (version: number) => void (seen[kind] = Math.max(seen[kind], version)),
    latest: () => loads.loading[kind],
  });
  return [
    {
      needs: ['postgres'],
      path: (word) => `/api/v1/companies/?company_domain=${word}.example`,
      versions: () => stored('companies'),
    },
    {
      needs: ['postgres'],
      path: () => '/api/v1/filings/',
      body: (word) => ({ company_domain: `${word}.example` }),
      versions: () => stored('filings'),
    },
    {
      needs: ['postgres', 'meilisearch'],
      path: () => '/api/v1/search/',
      body: (word) => ({ query: `${word} works`, limit: 1 }),
      // The index follows the database, so only what was indexed before must be there.
      versions: () => ({ least: loads.indexed(), note: () => {}, latest: () => loads.loading.companies }),
    },
    { needs: [], path: () => '/live', versions: () => undefined },
  ];
}
