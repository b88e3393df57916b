import { resolve } from 'node:path';
import { errorTable, limitsTable, openApiDocument, routes } from '@dossier/api';
import { MAX_DOWNLOAD, MAX_GAP } from '@dossier/ingest';
import { format, resolveConfig } from 'prettier';
import { clientTypes } from './client-types.ts';
import { recordFields } from './record-fields.ts';

const root = resolve(import.meta.dirname, '..');
/** The server in the checked-in document. A running service puts its own address there. */
const PUBLIC_URL = 'http://localhost:3000';

/** Returns the files that are generated from the code, with their paths and contents. */
export async function generatedFiles(): Promise<{ path: string; text: string }[]> {
  const document = openApiDocument(routes, PUBLIC_URL);
  const files = {
    'docs/reference/openapi.json': JSON.stringify(document),
    'docs/reference/errors.md': errorTable(routes),
    'docs/operators/limits.md': limitsTable([
      {
        what: 'The bytes without a record, after decompression',
        most: `${MAX_GAP} MB`,
        setting: '--max-gap',
        beyond: { happens: 'the rest of the file is rejected, with its row' },
      },
      {
        what: 'A file of a server',
        most: `${MAX_DOWNLOAD} MB`,
        setting: '--max-download',
        beyond: { happens: 'the load fails' },
      },
    ]),
    'docs/reference/records.md': recordFields(),
    'libs/client/src/contract.ts': clientTypes(document),
  };
  const formatted = Object.entries(files).map(async ([name, text]) => {
    const path = resolve(root, name);
    const style = await resolveConfig(path);
    return { path, text: await format(text, { ...style, filepath: path }) };
  });
  return Promise.all(formatted);
}
