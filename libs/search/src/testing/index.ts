export * from './embeddings-server.ts';
export * from './between.ts';
export * from './entries.ts';
export * from './meilisearch-process.ts';
export * from './meilisearch.ts';
