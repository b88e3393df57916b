import type { SearchEngine } from '@dossier/search';
import type { Db } from '@dossier/store';
import { ingestEdgar, type EdgarReport, type EdgarRun, type EdgarSource } from '../../../edgar/ingest.ts';
import { secHosts } from '../../../readers/edgar/addresses.ts';
import { daysSince } from '../../runs/edgar-since.ts';
import { count, printReport } from '../../../report/report.ts';
import { UsageError } from '../../../rows/types.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { codeOf } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { checkOutputs, defaultRejects, inputFiles } from '../../output-files.ts';
import type { EdgarFlags } from '../../flags.ts';
import { progressBar } from '../../runs/progress.ts';
import { logLoad } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';

/** The plural of the records of a source, unless it is the name of the source. */
const SHOWN: Partial<Record<EdgarSource, string>> = { facts: 'metrics', texts: 'documents' };

/** Loads from EDGAR and prints the report. @throws UsageError when no company is named */
export async function runEdgar(
  io: Io,
  command: EdgarSource | 'since',
  given: string[],
  { baseUrl, dataUrl, json, ...flags }: EdgarFlags,
): Promise<number> {
  const config = readConfig(io.env);
  await checkOutputs({ '--rejects': flags.rejects }, { files: inputFiles(config, flags) });
  const rejects = flags.rejects ?? defaultRejects(`edgar-${command}`, flags.dryRun);
  const contact = flags.contact ?? config.edgarContact;
  const source = command === 'since' ? 'index' : command;
  if (given.length === 0 && !flags.known && command !== 'since') {
    throw new UsageError('No company given. Name tickers or CIKs, or use --known for all stored companies.');
  }
  const hosts = { www: baseUrl ?? secHosts.www, data: dataUrl ?? baseUrl ?? secHosts.data };
  const { stop } = io;
  const namesOf = async (db: Db) => (command === 'since' ? [await daysSince(db, given)] : given);
  const work = async (
    db: Db,
    names: string[],
    search?: SearchEngine,
    watched: Pick<EdgarRun, 'run' | 'note' | 'stop'> = { stop },
  ): Promise<EdgarReport> => {
    const bar = json ? undefined : progressBar(io.terminal, SHOWN[source] ?? source);
    return ingestEdgar({
      db,
      search,
      source,
      names,
      options: {
        ...flags,
        rejects,
        contact,
        hosts,
        onRetry: ({ problem, wait, attempt, of }) =>
          io.err(`${problem}; attempt ${attempt} of ${of} in ${Math.max(1, Math.round(wait / 1000))} s\n`),
      },
      ...watched,
      onProgress: bar?.update,
      onResume: (done, all) =>
        io.err(`Resuming an interrupted run: ${done} of ${all} done. Use --restart to start again.\n`),
    }).finally(() => bar?.stop());
  };
  const print = (report: EdgarReport): number => {
    io.out(`${json ? JSON.stringify(report, undefined, 2) : printEdgarReport(report)}\n`);
    return codeOf(report);
  };
  if (flags.dryRun) {
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => print(await work(db, await namesOf(db)))),
    );
  }
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const names = await namesOf(db);
      const run = { command: 'edgar', kind: command, source: names, rejects };
      return print(await logLoad({ db, stop }, run, (watched) => work(db, names, search, watched)));
    }),
  );
}

function printEdgarReport(report: EdgarReport): string {
  const { sent, notModified, retried } = report.requests;
  const skipped = Object.entries(report.leftOut).filter(([, n]) => n > 0);
  const lines = [
    printReport(report),
    `EDGAR: ${count(sent, 'request')}, ${notModified} not modified, ${retried} retried`,
  ];
  if (skipped.length > 0) lines.push('Skipped:', ...skipped.map(([reason, n]) => `  ${reason}: ${n}`));
  return lines.join('\n');
}
