export * from './bare.ts';
export * from './form.ts';
export * from './html.ts';
export * from './list.ts';
export * from './page.ts';
export * from './table.ts';
export { tokens } from './tokens.ts';
