export * from './search-engine.ts';
export type { EmbeddingsOptions } from './embeddings/embedder.ts';
export { entryHash } from './entries/entry-hash.ts';
export * from './open.ts';
export * from './standby.ts';
export { tokenize } from './words/tokens.ts';
