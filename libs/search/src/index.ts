export * from './engine.ts';
export * from './open.ts';
