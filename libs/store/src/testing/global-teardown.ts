/** Jest's globalTeardown: removes and stops what globalSetup made. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.dossierRemoveTemplates?.();
  await globalThis.dossierTestPostgres?.stop();
}
