import { findKind, load } from '@dossier/ingest';
import { openSearch } from '@dossier/search';
import { migrate, openDatabase } from '@dossier/store';
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
}

/** Loads generated rows: the process of its own whose memory is measured. Its one argument is an order as JSON. */
async function main({ kind, format, rows, databaseUrl, searchUrl, rejects }: Order): Promise<void> {
  const db = openDatabase(databaseUrl);
  const search = searchUrl === undefined ? undefined : await openSearch(searchUrl);
  try {
    await migrate(db);
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
    const report = await load({
      db,
      ...(search && { search }),
      kind: findKind(kind)!,
      paths: ['-'],
      options: { format, rejects },
      stdin: bytesOfRows(kind, format, rows),
    });
    process.stdout.write(JSON.stringify(report));
  } finally {
    await search?.close();
    await db.destroy();
  }
}

await main(JSON.parse(process.argv[2]!) as Order);
