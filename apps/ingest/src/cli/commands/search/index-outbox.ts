import { indexOutbox } from '../../../index/outbox.ts';
import { orStopped } from '../../../load/stop.ts';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import type { JsonFlags } from '../../flags.ts';
import { withEngine } from '../../search-engine.ts';

/** Indexes what waits in the outbox. */
export async function runIndex(io: Io, { json }: JsonFlags): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(config, (db) =>
    withEngine(config, db, async (search) => {
      const indexed = await orStopped(indexOutbox({ db, search }), io.stop);
      const line = `Search: ${indexed.put} put, ${indexed.removed} removed.`;
      io.out(`${json ? JSON.stringify(indexed) : line}\n`);
      return exitCode.done;
    }),
  );
}
