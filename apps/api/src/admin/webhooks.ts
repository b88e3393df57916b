import { listWebhooks } from '@dossier/store';
import type { Command } from 'commander';
import type { Run } from './command.ts';

/** Adds the command that lists the webhooks of all organizations. */
export function addWebhooks(admin: Command, run: Run): void {
  admin
    .command('webhooks')
    .description('List the webhooks of all organizations, with their messages that wait and that are parked.')
    .action(() =>
      run(async (db) => ({
        rows: (await listWebhooks(db)).map(
          ({ id, organization, url, waiting, parked, last_delivered_at }) => ({
            id,
            organization,
            url,
            waiting,
            parked,
            last_delivered_at,
          }),
        ),
      })),
    );
}
