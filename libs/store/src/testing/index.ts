export * from './databases.ts';
export * from './postgres.ts';
export * from './later-migration.ts';
export * from './s3.ts';
export { insertRows as insertUncounted } from '../sql/insert.ts';
