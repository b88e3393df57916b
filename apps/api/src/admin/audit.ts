import { listAudit } from '@dossier/store';
import { InvalidArgumentError, type Command } from 'commander';
import type { Run } from './command.ts';

/** Adds the command that lists who changed what. */
export function addAudit(admin: Command, run: Run): void {
  admin
    .command('audit')
    .description('List who changed which organizations and keys, newest first.')
    .option('--subject <name>', 'only the changes of an organization or of the key with this id')
    .option('--limit <count>', 'how many', count, 50)
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

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 999999.');
  return Number(text);
}
