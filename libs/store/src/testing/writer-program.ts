import { setImmediate as turn } from 'node:timers/promises';
import { noteChanges, type LogEntry } from '../ledger/changes.ts';
import { openDatabase } from '../sql/open.ts';
import { write } from '../sql/write.ts';

/** A program that counts in a table of the database in its argument. Tests run several at once as competing writers. */
const [, , url = '', times = ''] = process.argv;
const db = openDatabase(url);
for (let i = 0; i < Number(times); i++) {
  await write(db, async (trx, now) => {
    const { n } = (await trx('counted').max({ n: 'n' }).first()) as { n: number | null };
    await turn();
    await trx('counted').insert({ n: (n ?? 0) + 1, stamp: now });
    const change: LogEntry = {
      op: 'upsert',
      kind: 'count',
      record: (n ?? 0) + 1,
      key: [],
      companies: [],
      fields: null,
    };
    await noteChanges(trx, now, [change]);
  });
}
await db.destroy();
