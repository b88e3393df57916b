import { findKind, load, type Report } from '@dossier/ingest';
import { openSearch } from '@dossier/search';
import { databaseId, migrate, openDatabase } from '@dossier/store';
import { bytesOfRows, company, OWNERS, type Format, type Generated } from './memory-rows.ts';

/** What a process is told to load. */
export interface Order {
  kind: Generated;
  format: Format;
  rows: number;
  databaseUrl: string;
  /** Where what is loaded is indexed; nowhere when absent. */
  searchUrl?: string;
  rejects: string;
  /** After how many rows to look at what memory is in use; needs `--expose-gc`. */
  looks?: number[];
}

/** What it says when it is done. */
export interface Loaded {
  report: Report;
  /** Bytes in use at each look, without what only waits to be collected. */
  inUse: number[];
}

/** Loads generated rows: the process of its own whose memory is measured. Its one argument is an order as JSON. */
async function main(order: Order): Promise<void> {
  const { kind, format, rows, databaseUrl, searchUrl, rejects, looks = [] } = order;
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const search =
    searchUrl === undefined ? undefined : await openSearch(searchUrl, { database: await databaseId(db) });
  try {
    if (kind === 'events') {
      const owners = Array.from({ length: OWNERS - 1 }, (_, i) => ({
        file: 'owners',
        row: i + 1,
        value: company(i),
      }));
      const items = async function* () {
        yield { rows: owners };
      };
      await load({ db, kind: findKind('companies')!, paths: items() });
    }
    const inUse: number[] = [];
    const report = await load({
      db,
      ...(search && { search }),
      kind: findKind(kind)!,
      paths: ['-'],
      options: { format, rejects },
      stdin: bytesOfRows(kind, format, rows),
      onProgress: ({ read }) => {
        if (read >= (looks[inUse.length] ?? Infinity)) inUse.push(bytesInUse());
      },
    });
    process.stdout.write(JSON.stringify({ report, inUse } satisfies Loaded));
  } finally {
    await search?.close();
    await db.destroy();
  }
}

function bytesInUse(): number {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await main(JSON.parse(process.argv[2]!) as Order);
