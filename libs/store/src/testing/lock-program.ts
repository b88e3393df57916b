import { withIndexLock } from '../sql/index-lock.ts';
import { openDatabase } from '../sql/open.ts';

/** A program that takes the index lock of the database in its argument, reports it, and holds it until it is killed. */
const db = openDatabase(process.argv[2] ?? '');
await withIndexLock(db, async () => {
  process.stdout.write('locked\n');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
