export * from './bare.ts';
export * from './html.ts';
export * from './page.ts';
export * from './table.ts';
