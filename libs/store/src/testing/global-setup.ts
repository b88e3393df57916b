import { createTemplates } from './databases.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

declare global {
  var dossierTestPostgres: TestPostgres | undefined;
  var dossierRemoveTemplates: (() => Promise<void>) | undefined;
}

/** Jest's globalSetup: uses the server of TEST_POSTGRES_URL, or starts one for the run, and prepares databases to copy. */
export default async function globalSetup(): Promise<void> {
  if (!process.env['TEST_POSTGRES_URL']) {
    globalThis.dossierTestPostgres = await startPostgres();
    process.env['TEST_POSTGRES_URL'] = globalThis.dossierTestPostgres.url;
  }
  globalThis.dossierRemoveTemplates = await createTemplates();
}
