import { access, constants, mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { jsonLine } from '@dossier/shared';
import type { ReadOptions } from '../readers/open.ts';
import { cellsOf, rejectsHeader, rejectsRow } from '../readers/rejects-table.ts';
import { isSql } from '../readers/formats/sql.ts';
import type { RejectedLine, RejectedLoad } from '../readers/rejects.ts';
import { LoadError, type Reject } from '../rows/types.ts';

/** The file that rejected rows are written to: NDJSON, one `RejectedLine` a line, or CSV by its name. */
interface RejectsFile {
  write(rejects: Reject[]): Promise<void>;
  /**
   * Closes the file. Returns its path, or undefined when nothing was rejected.
   * @param isDone whether the whole source was read
   */
  close(isDone: boolean): Promise<string | undefined>;
}

/** Returns what `retry` needs to load the rejects of a load. Rows of SQL are records, which need no mapping. */
export function rejectedLoad(kind: string, options: ReadOptions): RejectedLoad {
  const { mapping, domains, source, slugPrefix, type, date, createCompanies } = options;
  const named = {
    mapping: mapping !== undefined && isSql(mapping) ? undefined : mapping,
    domains,
    source,
    slugPrefix,
    type,
    date,
    createCompanies,
  };
  return { kind, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) };
}

/**
 * Checks before anything is loaded that the file can be written, so that no row is stored if rejects cannot be kept. The
 * first reject creates the file or replaces its content; a complete load without rejects removes it, since it belongs to an
 * earlier load. CSV is written at the end, since its header has the columns of all rows; until then they are in a `.part`
 * file.
 * @throws LoadError when it cannot be written
 */
export async function rejectsFile(path: string, load: RejectedLoad): Promise<RejectsFile> {
  const tried = async <T>(work: Promise<T>): Promise<T> =>
    work.catch(({ code, message }: NodeJS.ErrnoException) => {
      const remedy = 'name another file for rejected rows with --rejects';
      throw new LoadError(`${path} cannot be written (${code ?? message}); ${remedy}.`);
    });
  await tried(mkdir(dirname(path), { recursive: true }));
  const before = await stat(path).catch(() => undefined);
  // The system's own error says what is wrong.
  if (before?.isDirectory()) await tried(open(path, 'a'));
  await tried(access(before ? path : dirname(path), constants.W_OK));
  const part = path.toLowerCase().endsWith('.csv') ? `${path}.part` : undefined;
  // A device or a pipe is not emptied.
  const flag = before && !before.isFile() ? 'a' : 'w';
  let lines: FileHandle | undefined;
  return {
    write: async (rejects) => {
      if (rejects.length === 0) return;
      lines ??= await tried(part === undefined ? open(path, flag) : open(part, 'w'));
      const lineOf = ({ file, row, reason, raw, isText }: Reject): RejectedLine => ({
        ...{ file, row, reason, raw },
        ...(isText && { isText }),
        load,
      });
      await tried(lines.appendFile(rejects.map((reject) => jsonLine(lineOf(reject))).join('')));
    },
    close: async (isDone) => {
      await lines?.close();
      if (lines && part !== undefined) {
        await tried(writeTable(part, path, flag));
        await rm(part, { force: true });
      }
      if (lines) return path;
      if (before?.isFile() && (isDone || before.size === 0)) await rm(path, { force: true });
      return undefined;
    },
  };
}

/** Writes the rejects of an NDJSON file as a table. */
async function writeTable(lines: string, path: string, flag: string): Promise<void> {
  const columns = new Set<string>();
  for await (const line of linesOf(lines))
    for (const column of Object.keys(cellsOf(line) ?? {})) columns.add(column);
  const names = [...columns];
  const table = await open(path, flag);
  try {
    await table.appendFile(rejectsHeader(columns));
    for await (const line of linesOf(lines)) await table.appendFile(rejectsRow(line, names));
  } finally {
    await table.close();
  }
}

async function* linesOf(path: string): AsyncGenerator<RejectedLine> {
  const file = await open(path);
  try {
    for await (const line of file.readLines()) yield JSON.parse(line) as RejectedLine;
  } finally {
    await file.close();
  }
}
