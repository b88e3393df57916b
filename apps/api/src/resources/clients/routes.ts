import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '@dossier/shared';
import { Answer, FileBody } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
/** The files with their media types. The build makes the package. */
const FILES = new Map([
  ['dossier-client.tgz', { path: 'libs/client/dist/dossier-client.tgz', type: 'application/gzip' }],
  ['dossier_client.py', { path: 'clients/python/dossier_client.py', type: 'text/x-python; charset=utf-8' }],
]);

export const routes: Route[] = [
  route(contract.getClient, async (_, { client_file: name }) => {
    const file = FILES.get(name);
    const path = join(ROOT, file?.path ?? '');
    const found = file && (await stat(path).catch(() => undefined));
    if (!found) throw fail('not_found');
    return new Answer(new FileBody(found.size, async (range) => createReadStream(path, range)), {
      headers: {
        'Content-Type': file.type,
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'public, max-age=300',
        ETag: `"${found.size}-${Math.trunc(found.mtimeMs)}"`,
      },
    });
  }),
];
