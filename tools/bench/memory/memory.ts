import { join } from 'node:path';
import type { Engine } from '@dossier/store/testing';
import { Command, Option } from 'commander';
import { whole } from '../../command.ts';
import { choosePostgres, databaseOption, temporaryDatabase, temporaryFolder, withDefer } from '../defer.ts';
import { markdown } from '../figures.ts';
import { loadBy } from '../ingest.ts';
import {
  bytesOfRows,
  company,
  formats,
  KINDS,
  linesOf,
  OWNERS,
  type Format,
  type RowKind,
} from '../loads/rows.ts';

/** How much higher the peak of the large load may be than that of the small one. */
const ALLOWED = 0.2;

interface Options extends Record<'rows' | 'small', number> {
  kind: RowKind;
  format: Format;
  database: Engine;
  index?: true;
}

export const memory = new Command('memory')
  .summary('compare the memory of a small and of a large load')
  .description(
    `Load generated rows from a stream, a few and then many, each time into an empty database, with \`ingest load\` as it is
built. Exit with 1 if the peak memory of the large load exceeds that of the small one by more than a fifth.`,
  )
  .option('--rows <number>', 'rows of the large load', whole, 5_000_000)
  .option('--small <number>', 'rows of the small load', whole, 50_000)
  .addOption(new Option('--kind <name>', 'kind of records').choices(KINDS).default(KINDS[0]))
  .addOption(new Option('--format <name>', 'format of the stream').choices(formats).default(formats[0]))
  .addOption(databaseOption())
  .option('--index', 'fill a search index too')
  .action(({ kind, format, database: engine, index, ...given }: Options) =>
    withDefer(async (defer) => {
      await choosePostgres(engine, defer);
      const lines: (string | number)[][] = [];
      const peaks: number[] = [];
      for (const rows of [given.small, given.rows]) {
        const folder = temporaryFolder(defer);
        const { url: DATABASE_URL } = await temporaryDatabase(engine, defer);
        if (kind !== 'companies')
          await loadBy(['companies', '-'], { DATABASE_URL }, linesOf(company, OWNERS));
        const report = await loadBy(
          [kind, '-', '--format', format, '--rejects', join(folder, 'rejects.ndjson')],
          { DATABASE_URL, ...(index && { SEARCH_URL: `sqlite:${join(folder, 'search.db')}` }) },
          bytesOfRows(kind, format, rows),
        );
        if (report.read !== rows) throw new Error(`The load read ${report.read} rows instead of ${rows}.`);
        const { rejected, seconds, peakMemory } = report;
        peaks.push(peakMemory);
        lines.push([kind, engine, rows, rejected, seconds, Math.round(rows / seconds), peakMemory]);
      }
      const header = [
        'kind',
        'database',
        'rows',
        'rejected',
        'seconds',
        'rows per second',
        'peak memory, MB',
      ];
      process.stdout.write(markdown(header, lines));
      const growth = peaks[1]! / peaks[0]! - 1;
      const message = `The peak of the large load is ${percent(growth)} higher than that of the small one.`;
      if (growth > ALLOWED) throw new Error(`${message} The limit is ${percent(ALLOWED)}.`);
      process.stdout.write(`\n${message}\n`);
    }),
  );

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
