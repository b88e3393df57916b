export { meilisearchEngine } from './engine.ts';
export { searchServer } from './server.ts';
export { meilisearchStandby } from './meilisearch-standby.ts';
