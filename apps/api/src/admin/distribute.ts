import { distribute, placements, type PlacedTable } from '@dossier/store';
import type { Command } from 'commander';
import { AdminError, numberTo, type Io, type Row, type Run } from './command.ts';

/** Adds the command that distributes the tables of a cluster. */
export function addDistribute(admin: Command, run: Run, io: Io): void {
  admin
    .command('distribute')
    .description('Distribute the tables over a cluster of Citus.')
    .option(
      '--shards <number>',
      'the number of shards, at least as many as cores of all workers; the first run decides',
      numberTo(9999),
      32,
    )
    .option('--dry-run', 'list what would be done, and change nothing')
    .addHelpText(
      'after',
      `
DATABASE_URL names the coordinator. Stop the service and all loads, and make a backup first. Each table is placed in a
transaction of its own: after an interruption, run the command again. Then start the service.

Examples:
  npm run admin -- distribute --dry-run
  npm run admin -- distribute --shards 64`,
    )
    .action(({ shards: count, dryRun = false }: { shards: number; dryRun?: boolean }) =>
      run(async (db, change) => {
        const before = await placements(db);
        if (dryRun) return { rows: before.map((placed) => rowOf(placed, placed.isDone ? 'done' : 'to do')) };
        const open = before.filter(({ isDone }) => !isDone);
        const done = await change(
          'distribute',
          { subject: 'cluster', details: { shards: count, tables: open.length } },
          async (trx) => {
            // Locks the row of writers, so that no load writes.
            await trx('writer').where({ id: 1 }).update({ id: 1 });
            await distribute(db, {
              shards: count,
              onPlaced: ({ table, placement }) => io.terminal?.write(`${table}: ${placement}\n`),
            });
            return open.length > 0;
          },
        );
        if (!done) return { message: 'All tables are distributed already.' };
        const left = (await placements(db)).filter(({ isDone }) => !isDone);
        if (left.length > 0)
          throw new AdminError(`${left.length} tables are not distributed. Run the command again.`);
        return { rows: open.map((placed) => rowOf(placed, 'done')) };
      }),
    );
}

const rowOf = ({ table, placement, rows }: PlacedTable, state: string): Row => ({
  table,
  placement,
  rows: Math.round(rows),
  state,
});
