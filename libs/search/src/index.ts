export * from './engine.ts';
export { entryHash } from './entry-hash.ts';
export * from './open.ts';
export * from './switch.ts';
export { tokenize } from './tokens.ts';
