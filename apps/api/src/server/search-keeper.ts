import type { StorageConfig } from '@dossier/shared';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isIndexFilled,
  openSearch,
  REBUILD_SEARCH,
  SearchDamaged,
  SearchFilling,
  SearchUnavailable,
  SearchUnfit,
  type SearchEngine,
} from '@dossier/search';
import { databaseId, needsIndex, type Db } from '@dossier/store';
import type { Logger } from 'pino';
import type { SearchState } from '../readiness.ts';
import { startIngest, type StartedProgram } from '../programs/start-program.ts';

/** The time between checks of the index, and until a failed filling is tried again, in milliseconds. */
const CHECK_MS = 5_000;
const FILL_AGAIN_MS = 30_000;
/** How long the start waits for the first check. */
const FIRST_CHECK_MS = 1_000;

/** A search engine that opens, checks and fills its index by itself. */
interface SearchKeeper {
  /** Rejects with SearchFilling while the index is being filled, and with the reason while it cannot be opened. */
  engine: SearchEngine;
  state: () => SearchState;
}

/**
 * Opens the search engine. If its index is missing or incomplete, such as after a restore, starts `ingest reindex` to fill
 * it. If it cannot be used, logs what to do, and tries again every five seconds.
 * @param fills false in a worker, which waits until the primary has filled the index
 * @throws ConfigError when SEARCH_URL is wrong
 */
export async function keepSearch(
  db: Db,
  storage: StorageConfig,
  logger: Logger,
  fills = true,
): Promise<SearchKeeper> {
  const options = { key: storage.searchKey, database: await databaseId(db), embeddings: storage.embeddings };
  const open = () => openSearch(storage.searchUrl, { ...options, endsInSilence: true });
  let engine: SearchEngine | undefined;
  let state: SearchState = 'unavailable';
  /** Whether the log has a state to change. */
  let isReported = false;
  let reason: SearchUnavailable | SearchUnfit = new SearchUnavailable('the search index was not opened');
  /** The index was empty when there was nothing to index, so every later record is in the outbox. */
  let startedEmpty = false;
  let isDamaged = false;
  let isClosed = false;
  let checking: Promise<void> | undefined;
  let filling: StartedProgram | undefined;
  let filledAgainAt = 0;

  const check = (): Promise<void> =>
    (checking ??= readState().finally(() => {
      checking = undefined;
    }));

  async function readState(): Promise<void> {
    try {
      engine ??= await open();
      const isFilled = await isIndexFilled(storage.searchUrl, options);
      if (isFilled && state === 'filling' && !fills) {
        await reopen();
        engine = await open();
      }
      if (isFilled) startedEmpty = false;
      else startedEmpty ||= !(await needsIndex(db));
      if (isFilled || startedEmpty) return become('ready');
      become('filling');
      fill();
    } catch (error) {
      // A database that does not answer has its own errors.
      if (!isOfSearch(error)) return;
      if (state !== 'unavailable' || reason.message !== error.message) {
        const remedy = error instanceof SearchDamaged ? REBUILD_SEARCH : undefined;
        logger.error({ reason: error.message, remedy }, 'search is unavailable');
      }
      reason = error;
      become('unavailable');
    }
  }

  function become(next: SearchState): void {
    if (next === 'ready' && next !== state && isReported) logger.info('search is ready');
    isReported ||= next !== 'ready';
    state = next;
  }

  function fill(): void {
    if (!fills || filling || isClosed || performance.now() < filledAgainAt) return;
    logger.warn('The search index is missing or incomplete. Searches return 503 until it is filled.');
    filling = startIngest(storage, ['reindex', '--if-needed']);
    void filling.ended.then(async ({ code, stdout, stderr }) => {
      filling = undefined;
      if (isClosed) return;
      filledAgainAt = code === 0 ? 0 : performance.now() + FILL_AGAIN_MS;
      if (code === 0) logger.info(stdout.trim());
      else
        logger.error(
          { reason: stderr.trim() },
          'The search index was not filled. It is tried again in 30 seconds.',
        );
      await reopen();
      await check();
    });
  }

  /** The file may be another one now. */
  async function reopen(): Promise<void> {
    const previous = engine;
    engine = undefined;
    await previous?.close();
  }

  async function answer<T>(ask: (using: SearchEngine) => Promise<T>): Promise<T> {
    if (!engine) await check();
    if (state === 'filling') throw new SearchFilling();
    if (!engine) throw reason;
    try {
      const answered = await ask(engine);
      isDamaged = false;
      if (state === 'ready') return answered;
      // A server that is back may have lost its index.
      await check();
      if (stateNow() === 'filling') throw new SearchFilling();
      return answered;
    } catch (error) {
      if (error instanceof SearchDamaged) noteDamage(error);
      throw error;
    }
  }
  /** For the compiler, which assumes that `check` changes nothing. */
  const stateNow = (): SearchState => state;

  function noteDamage(error: SearchDamaged): void {
    if (!isDamaged) logger.error({ reason: error.message, remedy: REBUILD_SEARCH }, 'search is unavailable');
    isDamaged = true;
  }

  const use = <T>(work: (using: SearchEngine) => Promise<T>): Promise<T> =>
    engine ? work(engine) : Promise.reject(reason);
  try {
    engine = await open();
  } catch (error) {
    if (!isOfSearch(error)) throw error;
  }
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  await Promise.race([check(), sleep(FIRST_CHECK_MS, undefined, { ref: false })]);
  return {
    engine: {
      search: (query) => answer((using) => using.search(query)),
      suggest: (typed, limit) => answer((using) => using.suggest(typed, limit)),
      put: (documents) => use((using) => using.put(documents)),
      remove: (keys) => use((using) => using.remove(keys)),
      hashes: (keys) => use((using) => using.hashes(keys)),
      async *keys() {
        if (engine) yield* engine.keys();
      },
      check: () => use((using) => using.check()),
      isFilled: () => use((using) => using.isFilled()),
      markFilled: () => use((using) => using.markFilled()),
      close: async () => {
        isClosed = true;
        clearInterval(timer);
        filling?.stop();
        await filling?.ended;
        await engine?.close();
      },
    },
    state: () => (isDamaged ? 'unavailable' : state),
  };
}

const isOfSearch = (error: unknown): error is SearchUnavailable | SearchUnfit =>
  error instanceof SearchUnavailable || error instanceof SearchUnfit;
