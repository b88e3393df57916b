import { listAudit, listWebhooks } from '@dossier/store';
import type { Command } from 'commander';
import { numberTo, type Run } from './command.ts';

/** Adds the command that lists who changed what. */
export function addAudit(admin: Command, run: Run): void {
  admin
    .command('audit')
    .description('List who changed which organizations and keys, newest first.')
    .option('--subject <name>', 'only the changes of an organization or of the key with this id')
    .option('--limit <count>', 'how many', numberTo(999_999), 50)
    .action(({ subject, limit }: { subject?: string; limit: number }) =>
      run(async (db) => {
        const entries = await listAudit(db, limit, subject);
        return {
          rows: entries.map(({ details, ...entry }) => ({
            ...entry,
            details: details === null ? null : JSON.stringify(details),
          })),
        };
      }),
    );
}

/** Adds the command that lists the webhooks of all organizations. */
export function addWebhooks(admin: Command, run: Run): void {
  admin
    .command('webhooks')
    .description('List the webhooks of all organizations, with their messages that wait and that are parked.')
    .action(() =>
      run(async (db) => ({
        rows: (await listWebhooks(db)).map(
          ({ id, organization, url, waiting, parked, last_delivered_at }) => ({
            ...{ id, organization, url, waiting, parked, last_delivered_at },
          }),
        ),
      })),
    );
}
