import { findKind, load, type Report } from '@dossier/ingest';
import { openSearch } from '@dossier/search';
import { databaseId, migrate, openDatabase } from '@dossier/store';
import { bytesOfRows, company, OWNERS, type Format } from './load-rows.ts';

/** What a process loads. */
export interface Order {
  kind: string;
  format: Format;
  rows: number;
  databaseUrl: string;
  /** The search index to fill. Default: none. */
  searchUrl?: string;
  rejects: string;
  /** The numbers of rows after which to sample the memory in use. Needs `--expose-gc`. */
  samples?: number[];
}

/** What the process prints as JSON when it is done. */
export interface Loaded {
  report: Report;
  /** Bytes in use at each sample, after garbage collection. */
  inUse: number[];
}

/** Loads generated rows in the process whose memory is measured. The argument of the program is an order as JSON. */
async function main(order: Order): Promise<void> {
  const { kind, format, rows, databaseUrl, searchUrl, rejects, samples } = order;
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const search =
    searchUrl === undefined ? undefined : await openSearch(searchUrl, { database: await databaseId(db) });
  try {
    if (kind !== 'companies') {
      const owners = Array.from({ length: OWNERS }, (_, i) => ({
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
      // Small batches allow more samples, and take less of the memory that is sampled.
      options: { format, rejects, ...(samples && { batchSize: 500 }) },
      stdin: bytesOfRows(kind, format, rows),
      onProgress: ({ read }) => {
        if (read >= (samples?.[inUse.length] ?? Infinity)) inUse.push(bytesInUse());
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
