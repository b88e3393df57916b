import * as store from '@dossier/store';
import type { Command } from 'commander';
import { AdminError, missing, rowsOf, type Run } from './command.ts';

/** Adds the commands of the keys that sign embeds. */
export function addSigningKeys(admin: Command, run: Run): void {
  const keys = admin
    .command('signing-keys')
    .description('Create, list and revoke the keys that sign embeds.');
  keys
    .command('list')
    .description('List signing keys. The first one signs; the others still verify.')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listSigningKeys(db)) })));
  keys
    .command('create')
    .description('Create a key that signs new embeds. Existing embeds stay valid.')
    .action(() =>
      run(async (_db, change) => {
        const id = await change('signing-keys create', { subject: (made: string) => made }, (trx) =>
          store.createSigningKey(trx),
        );
        return { message: `New embeds are signed with ${id}.` };
      }),
    );
  keys
    .command('revoke <id>')
    .description('Revoke a key and every embed that it signed, now.')
    .action((id: string) =>
      run(async (_db, change) => {
        await change('signing-keys revoke', { subject: id }, async (trx) => {
          const done = await store.revokeSigningKey(trx, id);
          if (done === 'unknown') throw missing('signing-keys', `valid key ${id}`);
          if (done === 'last')
            throw new AdminError(
              `${id} is the only key. Create another one first: npm run admin -- signing-keys create`,
            );
          return done;
        });
        return { message: `Revoked ${id}. Caches may show its embeds for one more day.` };
      }),
    );
}
