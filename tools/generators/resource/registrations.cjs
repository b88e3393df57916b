'use strict';

/** The end of a list in square brackets that begins with this text. */
const endOfList = (start) => new RegExp(`(?<=${start}[^]*?)\\n\\];`);
/** The last import of a file. */
const lastImport = /^import (?![^]*^import )[^;]*;$/m;
const endOfFile = /(?<![^])[^]*/;

/** The edits that make the rest of the workspace know a resource, by file. */
exports.registrations = ({ plural, singular, words, table, one, One, many, number }) => [
  {
    file: 'libs/shared/src/index.ts',
    edits: [{ at: endOfFile, by: `$&export * from './domain/${singular}.ts';\n` }],
  },
  {
    file: 'libs/shared/src/domain/company.ts',
    edits: [{ at: /(?<=companySource = z\.enum\(\[[^\]]*)\n {2}'listings',/, by: `\n  '${table}',$&` }],
  },
  {
    file: 'libs/store/src/schema/tables.ts',
    edits: [
      {
        at: endOfFile,
        by: `$&
export interface ${One}Row extends Tracked {
  id: string;
  company_id: number;
  name: string;
  date: string;
  url: string | null;
}
`,
      },
    ],
  },
  {
    file: 'libs/store/src/ledger/record-tables.ts',
    edits: [
      {
        at: /\n {2}filing: \{/,
        by: `\n  ${singular.includes('-') ? `'${singular}'` : singular}: { table: '${table}', ofCompany: true, parts: {} },$&`,
      },
    ],
  },
  {
    file: 'libs/store/src/schema/migrations/index.ts',
    edits: [
      { at: lastImport, by: `$&\nimport * as ${many} from './${number}-${plural}.ts';` },
      { at: /,?\s*\];\s*$/, by: `, ['${number}-${plural}', ${many}]];\n` },
    ],
  },
  {
    file: 'apps/api/src/resources/index.ts',
    edits: [
      { at: lastImport, by: `$&\nimport * as ${many} from './${plural}/routes.ts';` },
      { at: /\n {2}\.\.\.health\.routes/, by: `\n  ...${many}.routes,$&` },
    ],
  },
  {
    file: 'apps/api/src/resources/companies/sync-read.ts',
    edits: [
      { at: /\n {2}filings: tableOf\([^)]*\),/, by: `$&\n  ${table}: tableOf('${table}', '${singular}'),` },
    ],
  },
  {
    file: 'apps/api/src/testing/fixtures.ts',
    edits: [
      { at: /import type \{(?=[^}]*\} from '@dossier\/store')/, by: `$& ${One}Row,` },
      {
        at: endOfFile,
        by: `$&
export async function insert${One}(
  db: Db,
  fields: Partial<${One}Row> & { company_id: number },
): Promise<string> {
  const id = fields.id ?? randomUUID();
  await db('${table}').insert({ ...tracked, name: id, date: '2026-01-01', url: null, ...fields, id });
  return id;
}
`,
      },
    ],
  },
  {
    file: 'apps/api/src/testing/one-of-each.ts',
    edits: [
      { at: /import \{(?=[^}]*\} from '\.\/fixtures\.ts')/, by: `$& insert${One},` },
      {
        at: /\n {2}await insertFiling\(db, \{ company_id \}\);/,
        by: `$&\n  await insert${One}(db, { company_id, url: 'https://acme.com/' });`,
      },
    ],
  },
  {
    file: 'apps/api/src/resources/statements.test.ts',
    edits: [
      { at: /import \{(?=[^}]*\} from '\.\.\/testing\/fixtures\.ts')/, by: `$& insert${One},` },
      {
        at: /(?<=const lists: [^]*?)\n\];/,
        by: `\n  ['${words}', '${plural}/?company_domain=c0.com', 50, '${table}'],$&`,
      },
      {
        at: /\n {6}await insertFiling\(db, \{ company_id: first \}\);/,
        by: `$&\n      await insert${One}(db, { company_id: first });`,
      },
    ],
  },
  {
    file: 'apps/ingest/src/kinds/index.ts',
    edits: [
      { at: lastImport, by: `$&\nimport { ${one}Kind } from './${singular}.ts';` },
      { at: endOfList('kinds: '), by: `\n  ${one}Kind,$&` },
    ],
  },
  {
    file: 'apps/ingest/src/fields/slug.ts',
    edits: [{ at: /(?<=reserved = new Set\(\[[^]*?)\n\]\);/, by: `\n  '${plural}',$&` }],
  },
];
