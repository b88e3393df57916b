import { Meilisearch } from 'meilisearch';
import { ConfigError, parseAddress } from '@dossier/shared';
import type { Embedder } from '../embeddings/embedder.ts';
import { perStored, STORED, type StoredIndex, type Texts } from '../indexes.ts';

/** Timeouts of requests in milliseconds; a write carries more data. */
const TIMEOUTS = { search: 5_000, write: 60_000 };
/**
 * The server sends a compressed response in several pieces and waits for a TCP acknowledgement in between, which our side
 * delays by 40 ms. A search of 1 ms would take 45 ms.
 */
const UNCOMPRESSED = { headers: { 'accept-encoding': 'identity' } };
const DEFAULT_NAME = 'dossier';

/** The server of the indexes. Creating one sends no request. */
export interface Server {
  reader: Meilisearch;
  writer: Meilisearch;
  /** The names of our indexes on the server. A search for news has the index of news as its documents. */
  uids: Record<StoredIndex | 'suggestions', string>;
  /** The name of the index with the owner of all. */
  about: string;
  /** The name of the index of vectors, see `meilisearch-vectors.ts`. */
  vectors: string;
  /** The name of the index of the vectors that exist: for a standby, that of the current index. */
  storedVectors: string;
  /** Makes vectors, if there is an endpoint for them. */
  embedder: Embedder | undefined;
  /** The id of the database that they are opened for. */
  database: string | undefined;
}

/** Every index on the server. */
export const ALL_INDEXES = [...STORED, 'suggestions'] as const;
const perUid = <T>(make: (index: StoredIndex | 'suggestions') => T) => ({
  ...perStored(make),
  suggestions: make('suggestions'),
});

/**
 * Parses the URL of a search server: `https://host:port/path`, with `?index=<name>` when the server serves more than one
 * Dossier (letters, digits, `-` and `_`; `dossier` by default).
 * @throws ConfigError when it is invalid
 */
export function searchServer(
  address: string,
  {
    key,
    database,
    embedder,
  }: { key?: string | undefined; database?: string | undefined; embedder?: Embedder | undefined },
  timeouts = TIMEOUTS,
): Server {
  const url = parseAddress(address);
  if (!url) throw new ConfigError('SEARCH_URL is not a proper address.');
  const name = url.searchParams.get('index') ?? DEFAULT_NAME;
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(name)) {
    throw new ConfigError('SEARCH_URL: the name of the index may have only letters, digits, - and _.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError('SEARCH_URL contains a password. Give the key of the search server in SEARCH_KEY.');
  }
  const options = {
    host: `${url.origin}${url.pathname}`,
    ...(key === undefined ? {} : { apiKey: key }),
    requestInit: UNCOMPRESSED,
  };
  return {
    reader: new Meilisearch({ ...options, timeout: timeouts.search }),
    writer: new Meilisearch({ ...options, timeout: timeouts.write }),
    uids: perUid((index) => `${name}-${index}`),
    about: `${name}-documents`,
    vectors: `${name}-vectors`,
    storedVectors: `${name}-vectors`,
    embedder,
    database,
  };
}

/** Returns the same server with the standby indexes. */
export const standbyOf = (server: Server): Server => ({
  ...server,
  uids: perUid((index) => `${server.uids[index]}-standby`),
  about: `${server.about}-standby`,
  vectors: `${server.vectors}-standby`,
});

/** Returns the server as a search reads it. */
export const readingFrom = (server: Server, texts: Texts): Server => ({
  ...server,
  uids: { ...server.uids, documents: server.uids[texts] },
});
