export * from './engine.ts';
export * from './open.ts';
export { tokenize } from './tokens.ts';
