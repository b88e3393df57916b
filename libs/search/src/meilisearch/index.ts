export { isServerFilled, meilisearchEngine } from './meilisearch-engine.ts';
export { searchServer } from './meilisearch-server.ts';
export { meilisearchStandby } from './meilisearch-standby.ts';
