export * from './databases.ts';
export * from './postgres.ts';
