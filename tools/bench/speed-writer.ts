import { setTimeout as sleep } from 'node:timers/promises';
import { noteChanges, openDatabase, write, type LogEntry } from '@dossier/store';
import { descriptionOf, popularOf, type Order } from './speed-commits.ts';
import { now } from './speed-cpu.ts';
import { randomFrom, zipfOf } from './speed-zipf.ts';

const SEED = 7;

/** Commits changes of popular companies, and prints a line for each commit. The argument is an order as JSON. */
async function main({ run, databaseUrl, companies, perSecond }: Order): Promise<void> {
  const db = openDatabase(databaseUrl);
  const pick = zipfOf(popularOf(companies), randomFrom(SEED));
  const start = performance.now();
  for (let commit = 1; ; commit++) {
    await sleep(Math.max(0, start + (commit * 1000) / perSecond - performance.now()));
    const id = pick();
    const change: LogEntry = {
      op: 'upsert',
      kind: 'company',
      record: id,
      key: [`company-${id}.example.com`],
      companies: [id],
      fields: ['description'],
    };
    const began = now();
    await write(db, async (trx, at) => {
      await trx('companies')
        .where({ id })
        .update({ description: descriptionOf(run, commit), updated_at: at });
      await noteChanges(trx, at, [change]);
    });
    process.stdout.write(`${id} ${commit} ${began} ${now()}\n`);
  }
}

await main(JSON.parse(process.argv[2]!) as Order);
