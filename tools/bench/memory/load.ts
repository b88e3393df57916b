import { findKind, load, type Report } from '@dossier/ingest';
import { openDatabase } from '@dossier/store';
import { bytesOfRows, type Format } from '../loads/rows.ts';

/** Companies that a process loads. */
export interface Order {
  format: Format;
  rows: number;
  databaseUrl: string;
  rejects: string;
  /** The numbers of rows after which to sample the memory in use. */
  samples: number[];
}

/** What the process prints as JSON when it is done. */
export interface Loaded {
  report: Report;
  /** Bytes in use at each sample, after garbage collection. */
  inUse: number[];
}

/** Loads generated rows in the process whose memory is measured. The argument of the program is an order as JSON. */
async function main({ format, rows, databaseUrl, rejects, samples }: Order): Promise<void> {
  const db = openDatabase(databaseUrl);
  const inUse: number[] = [];
  const report = await load({
    db,
    kind: findKind('companies')!,
    paths: ['-'],
    // Small batches allow more samples, and take less of the memory that is sampled.
    options: { format, rejects, batchSize: 500 },
    stdin: bytesOfRows('companies', format, rows),
    onProgress: ({ read }) => {
      if (read >= (samples[inUse.length] ?? Infinity)) inUse.push(bytesInUse());
    },
  });
  process.stdout.write(JSON.stringify({ report, inUse } satisfies Loaded));
  await db.destroy();
}

function bytesInUse(): number {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await main(JSON.parse(process.argv[2]!) as Order);
