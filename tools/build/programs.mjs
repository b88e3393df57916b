/** The programs that `npm run prepare` bundles into dist/, with their entries. */
export const programs = {
  serve: 'apps/api/src/main.ts',
  ingest: 'apps/ingest/src/main.ts',
  admin: 'apps/api/src/admin.ts',
  export: 'apps/api/src/export.ts',
  pdf: 'apps/api/src/files/draw-pdf.ts',
  sample: 'tools/sample/stages.ts',
  start: 'tools/start.ts',
};

/**
 * The source files that find other files by their own place, and what they read. In a bundle, `import.meta` of these
 * files keeps the place of the source. The production image contains everything that is listed here.
 */
export const assets = {
  'apps/api/src/programs/start-program.ts': ['bin'],
  'apps/api/src/workers/workers.ts': ['bin'],
  'apps/ingest/src/export/program.ts': ['bin'],
  'apps/api/src/resources/documents/pdf/draw/fonts.ts': [
    'node_modules/@expo-google-fonts',
    'node_modules/dejavu-fonts-ttf',
  ],
  'apps/api/src/resources/clients/routes.ts': [
    'clients/python/dossier_client.py',
    'libs/client/dist/dossier-client.tgz',
  ],
  'apps/api/src/pages/docs/guides.ts': ['docs', 'CHANGELOG.md'],
  'apps/api/src/files/pdf.ts': ['bin'],
  'apps/api/src/files/png.ts': [
    'node_modules/@expo-google-fonts',
    'node_modules/@resvg',
    'node_modules/dejavu-fonts-ttf',
  ],
  'libs/embeds/src/embed/script.ts': ['libs/embeds/dist'],
  'libs/sqlite/src/index.ts': ['node_modules/better-sqlite3'],
  'libs/search/src/words/simplified.ts': ['node_modules/opencc-js'],
  'tools/sample/fill.ts': ['tools/sample'],
};

/** Packages that stay outside of the bundles: native ones, and those that read files of their own. */
export const external = [
  '@aws-sdk/client-s3',
  '@duckdb/node-api',
  '@modelcontextprotocol/server',
  '@opentelemetry/*',
  '@resvg/resvg-js',
  'better-sqlite3',
  'fontkit',
  'pdfkit',
  'read-excel-file',
  'sqlite-vec',
  'svg-to-pdfkit',
];

/** Drivers that Knex and pg ask for by name and that are not installed. */
export const missing = [
  'mariadb/callback',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];
