import type { SearchEngine } from '@dossier/search';
import type { Db } from '@dossier/store';
import { printReport } from '../report/report.ts';
import { secHosts } from '../readers/edgar/addresses.ts';
import { ingestEdgar, type EdgarReport, type EdgarRun, type EdgarSource } from '../edgar/ingest.ts';
import { UsageError } from '../rows/types.ts';
import type { EdgarFlags } from './edgar-program.ts';
import { progressBar } from './progress.ts';
import type { World } from './world.ts';

/** Loads from EDGAR and prints the report. @throws UsageError when nobody is named */
export async function runEdgar(command: {
  db: Db;
  search?: SearchEngine | undefined;
  source: EdgarSource;
  names: string[];
  flags: EdgarFlags;
  world: World;
  watched?: Pick<EdgarRun, 'note' | 'stop'>;
}): Promise<EdgarReport> {
  const { db, search, source, names, world, watched = { stop: world.stop } } = command;
  const { baseUrl, dataUrl, json, ...options } = command.flags;
  if (names.length === 0 && !options.known) {
    throw new UsageError('Name companies by ticker or CIK, or take all that are stored with --known.');
  }
  const hosts = { www: baseUrl ?? secHosts.www, data: dataUrl ?? baseUrl ?? secHosts.data };
  const bar = json ? undefined : progressBar(world.terminal, source === 'facts' ? 'metrics' : source);
  const report = await ingestEdgar({
    db,
    search,
    source,
    names,
    options: { ...options, hosts },
    ...watched,
    onProgress: bar?.update,
    onResume: (done, all) =>
      world.err(
        `Going on with an interrupted run: ${done} of ${all} are done. --restart would begin anew.\n`,
      ),
  }).finally(() => bar?.stop());
  world.out(`${json ? JSON.stringify(report, undefined, 2) : printEdgarReport(report)}\n`);
  return report;
}

/** The report for people: that of any load, then what is EDGAR's. */
function printEdgarReport(report: EdgarReport): string {
  const { sent, notModified, retried } = report.requests;
  const leftOut = Object.entries(report.leftOut).filter(([, n]) => n > 0);
  const lines = [
    printReport(report),
    `EDGAR: requests ${sent}, of which not modified ${notModified}, sent again ${retried}`,
  ];
  if (leftOut.length > 0) lines.push('Left out:', ...leftOut.map(([reason, n]) => `  ${reason}: ${n}`));
  return lines.join('\n');
}
