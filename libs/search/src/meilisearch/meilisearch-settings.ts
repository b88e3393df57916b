import type { Settings } from 'meilisearch';
import { SearchOutdated } from '../search-engine.ts';
import { INDEXES } from '../indexes.ts';
import { mustBeOurs } from './meilisearch-about.ts';
import { LAYOUT, POSTING, SEARCHED } from './meilisearch-entry.ts';
import { codeOf } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';
import { run } from './meilisearch-tasks.ts';

/** A question with nothing but very common words is answered from this many entries. */
const MOST_POSTINGS = 50_000;

/**
 * What our indexes are told. Words are matched as they stand (`words.ts`), so that prefixes are not
 * needed; typo tolerance stays, to look up what is near. Without `maxTotalHits` counts would end at 1,000, and
 * without `maxValuesPerFacet` postings at 100.
 */
const SETTINGS: Settings = {
  searchableAttributes: SEARCHED,
  filterableAttributes: [
    {
      attributePatterns: ['at'],
      features: { facetSearch: false, filter: { equality: false, comparison: true } },
    },
    {
      attributePatterns: ['key', POSTING],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
  ],
  // By exactness, a name that is just the question comes before one that holds it.
  rankingRules: ['typo', 'attribute', 'proximity', 'exactness', 'at:desc', 'id:asc'],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 } },
  pagination: { maxTotalHits: 1_000_000_000 },
  faceting: { maxValuesPerFacet: MOST_POSTINGS },
  prefixSearch: 'disabled',
  facetSearch: false,
};

/**
 * Makes the indexes that are missing and tells them their settings, before any document comes.
 * @throws SearchTaken when the indexes are another database's, SearchOutdated when one is of another version.
 */
export async function prepareIndexes(server: Server): Promise<void> {
  for (const index of INDEXES) {
    const uid = server.uids[index];
    const settings = await settingsOf(server, uid);
    if (settings && index === 'documents') await mustBeOurs(server);
    if (settings && isCurrent(settings)) continue;
    if (settings && !isFresh(settings)) throw new SearchOutdated(LAYOUT);
    await run(server, () => server.writer.createIndex(uid, { primaryKey: 'key' }), ['index_already_exists']);
    await run(server, () => server.writer.index(uid).updateSettings(SETTINGS));
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
const isCurrent = ({ searchableAttributes }: Settings) => searchableAttributes?.join() === SEARCHED.join();
