import { readdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { findKind } from '../../../kinds/index.ts';
import { readForeign } from '../../../readers/open.ts';
import type { RejectedLoad } from '../../../readers/rejects.ts';
import { load } from '../../../load/load.ts';
import { printReport, type Report } from '../../../report/report.ts';
import { isObject, isReject, LoadError } from '../../../rows/types.ts';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import { codeOf, exitCode } from '../../exit-codes.ts';
import type { JsonFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { progressBar } from '../../runs/progress.ts';
import { logLoad } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';

const FOLDER = join('data', 'rejects');

const rejectedLoad = z.object({
  kind: z.string(),
  mapping: z.string().optional(),
  domains: z.string().optional(),
  source: z.string().optional(),
  slugPrefix: z.string().optional(),
  type: z.string().optional(),
  date: z.string().optional(),
  createCompanies: z.boolean().optional(),
});

/** Loads rejects files again, each with the options of its first load. Rows that are still wrong stay in their file. */
export async function runRetry(io: Io, paths: string[], { json }: JsonFlags): Promise<number> {
  const files = paths.length > 0 ? paths : await rejectsFiles();
  if (files.length === 0) {
    io.out(json ? '[]\n' : `There are no rejects files in ${FOLDER}.\n`);
    return exitCode.done;
  }
  // All files are read before the first one is loaded.
  const loads: [file: string, load: RejectedLoad][] = [];
  for (const file of files) loads.push([file, await loadOf(file)]);
  const reports: (Report & { file: string })[] = [];
  const config = readConfig(io.env);
  await withDatabase(config, (db) =>
    withSearch(config, io, db, async (search) => {
      for (const [file, { kind: name, ...given }] of loads) {
        const kind = findKind(name);
        if (!kind) throw new LoadError(`${file} has rows of the unknown kind "${name}".`);
        const rest = `${file}.retry${extname(file)}`;
        const run = { command: 'retry', kind: kind.name, source: [file], rejects: rest };
        const bar = json ? undefined : progressBar(io.terminal, kind.plural);
        try {
          const options = { ...given, rejects: rest, isRetry: true };
          const report = await logLoad({ db, stop: io.stop }, run, async (watched) => {
            const onProgress = bar?.update;
            const loaded = await load({ db, search, kind, paths: [file], options, onProgress, ...watched });
            if (loaded.rejectsFile === undefined) await rm(file);
            else await rename(rest, file);
            return { ...loaded, ...(loaded.rejectsFile !== undefined && { rejectsFile: file }) };
          });
          reports.push({ file, ...report });
          if (!json) io.out(`${file}\n${printReport(report)}\n`);
        } finally {
          bar?.stop();
          await rm(rest, { force: true });
        }
      }
    }),
  );
  if (json) io.out(`${JSON.stringify(reports, undefined, 2)}\n`);
  return Math.max(...reports.map(codeOf));
}

/** The rejects files of the default folder, oldest first within a kind. */
async function rejectsFiles(): Promise<string[]> {
  const names = await readdir(FOLDER).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => ['.ndjson', '.csv'].includes(extname(name)))
    .sort()
    .map((name) => join(FOLDER, name));
}

/** Returns how the rows of a rejects file were loaded. @throws LoadError when they do not state it, or differ */
async function loadOf(file: string): Promise<RejectedLoad> {
  const found = new Map<string, RejectedLoad>();
  for await (const row of readForeign(file, {})) {
    const stated = isReject(row) ? undefined : statedLoad(row.value);
    if (stated) found.set(JSON.stringify(stated), stated);
  }
  const [first, second] = [...found.values()];
  if (!first)
    throw new LoadError(
      `${file} does not state how it was loaded. Load it with: npm run ingest -- load <kind> ${file}`,
    );
  if (second)
    throw new LoadError(
      `${file} has rows of several loads. Put the rows of each load in a file of its own, then retry each file.`,
    );
  return first;
}

function statedLoad(value: unknown): RejectedLoad | undefined {
  if (!isObject(value)) return undefined;
  const { load: line, reject_load: cell } = value;
  try {
    const given: unknown = typeof cell === 'string' && cell !== '' ? JSON.parse(cell) : line;
    return rejectedLoad.safeParse(given).data;
  } catch {
    return undefined;
  }
}
