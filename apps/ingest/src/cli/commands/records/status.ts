import { show } from '../../database.ts';
import type { Io } from '../../io.ts';
import type { StatusFlags } from '../../flags.ts';
import { indexState } from '../../search-engine.ts';
import { printStatus, readStatus } from '../../runs/status.ts';

/** Prints the last runs, the number of records and what waits to be indexed. */
export function runStatus(io: Io, { json, runs }: StatusFlags): Promise<number> {
  const now = new Date();
  return show(
    io,
    { json },
    async (db, config) => ({ ...(await readStatus(db, now, runs)), search: await indexState(config, db) }),
    (status) => printStatus(status, now),
  );
}
