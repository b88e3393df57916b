export * from './client.ts';
export * from './errors.ts';
export * from './mirror.ts';
export { FinalError, type ClientOptions, type Query } from './request.ts';
export * from './sqlite.ts';
