import type { Settings } from 'meilisearch';
import { SearchOutdated } from '../search-engine.ts';
import { mustBeOurs } from './meilisearch-about.ts';
import { KEYS, LAYOUT, POSTING, SEARCHED, SIZE, STEMS, TITLED, TYPED } from './meilisearch-entry.ts';
import { codeOf } from './meilisearch-guard.ts';
import { ALL_INDEXES, type Server } from './meilisearch-server.ts';
import { SUGGEST_SETTINGS } from './meilisearch-suggest.ts';
import { run } from './meilisearch-tasks.ts';

/** A query of very common words is answered from this many entries. */
const MAX_POSTINGS = 50_000;

/**
 * The settings of our indexes. Words are matched exactly (`meilisearch-words.ts`), so prefixes are not needed; typo
 * tolerance finds near words, with two typos because a wrong first letter counts as two. Without `maxTotalHits`, counts
 * would end at 1,000; without `maxValuesPerFacet`, postings would end at 100.
 */
const SETTINGS: Settings = {
  searchableAttributes: SEARCHED,
  filterableAttributes: [
    {
      attributePatterns: ['at'],
      features: { facetSearch: false, filter: { equality: false, comparison: true } },
    },
    {
      attributePatterns: ['key', POSTING, SIZE, STEMS, KEYS, TYPED, TITLED, 'type', 'form', 'companies'],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
  ],
  // `exactness` puts a name that equals the query before one that contains it.
  rankingRules: ['typo', 'attribute', 'proximity', 'exactness', 'type:asc', 'at:desc', 'id:asc'],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 5 } },
  pagination: { maxTotalHits: 1_000_000_000 },
  faceting: { maxValuesPerFacet: MAX_POSTINGS },
  prefixSearch: 'disabled',
  facetSearch: false,
  // By default the server stops ranking after 1.5 seconds, and returns what it has. A query waits for 5.
  searchCutoffMs: 5_000,
};

/**
 * Creates missing indexes with their settings, before any document is added.
 * @throws SearchTaken when the indexes belong to another database, SearchOutdated when the version of one differs
 */
export async function prepareIndexes(server: Server): Promise<void> {
  for (const index of ALL_INDEXES) {
    const wanted = index === 'suggestions' ? SUGGEST_SETTINGS : SETTINGS;
    const uid = server.uids[index];
    const settings = await settingsOf(server, uid);
    if (settings && uid === server.about) await mustBeOurs(server);
    if (settings && isCurrent(settings, wanted)) continue;
    if (settings && !isFresh(settings)) throw new SearchOutdated(LAYOUT);
    await run(server, () => server.writer.createIndex(uid, { primaryKey: 'key' }), ['index_already_exists']);
    await run(server, () => server.writer.index(uid).updateSettings(wanted));
  }
}

async function settingsOf(server: Server, uid: string): Promise<Settings | undefined> {
  try {
    return await server.writer.index(uid).getSettings();
  } catch (error) {
    if (codeOf(error) === 'index_not_found') return undefined;
    throw error;
  }
}

const isFresh = ({ searchableAttributes }: Settings) => searchableAttributes?.join() === '*';
const isCurrent = (settings: Settings, wanted: Settings) =>
  settings.searchableAttributes?.join() === wanted.searchableAttributes?.join();
