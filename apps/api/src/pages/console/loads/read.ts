import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fail, wholeNumber } from '@dossier/shared';
import type { IngestRunRow } from '@dossier/store';
import { z } from 'zod';
import { csvLine } from '../../../http/text/csv.ts';
import { askIngest } from '../run.ts';
import type { Signed } from '../console.ts';

/** A run, as `ingest runs` prints it. */
export interface Run extends Omit<IngestRunRow, 'counts_json' | 'drift_json'> {
  counts: ({ read?: number; rejected?: number } & Record<string, unknown>) | null;
  drift: { changes: { message: string }[] } | null;
}

export const runParam = { run: wholeNumber(1, 999_999_999) };

/** Returns a run. @throws 404 */
export async function readRun(context: Signed, id: number): Promise<Run> {
  const [run] = await askIngest<Run[]>(context, ['runs', String(id), '--json']);
  if (!run) throw fail('not_found');
  return run;
}

/** What an undo changes, as `ingest undo` prints it. */
export interface Undone {
  records: Record<string, { restored: number; changed: number; removed: number }>;
  ofOtherRuns: { run: number; records: Record<string, number> }[];
  held: number;
  released: number;
  undoneBy?: number;
}

const line = z.object({ file: z.string(), row: z.number(), reason: z.string(), raw: z.unknown() });
export type Rejected = z.output<typeof line>;

/**
 * Reads the rejected rows of a run. Lines that somebody corrected have another form, and are left out.
 * @throws 409 if the file is not on this machine
 */
export async function* readRejects({ rejects_file: path }: Run): AsyncGenerator<Rejected> {
  if (path === null) return;
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  try {
    for await (const text of lines) {
      const read = line.safeParse(parsed(text));
      if (read.success) yield read.data;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT'
        ? 'was deleted, or is on the machine of the load'
        : `cannot be read (${code ?? message})`;
    throw fail('command_failed', { problem: `The file of rejected rows ${why}: ${path}` });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the first rejected rows, and whether there are more. */
export async function firstRejects(run: Run, most: number): Promise<{ rows: Rejected[]; hasMore: boolean }> {
  const rows: Rejected[] = [];
  for await (const row of readRejects(run)) {
    if (rows.length === most) return { rows, hasMore: true };
    rows.push(row);
  }
  return { rows, hasMore: false };
}

/** Returns the cells that the reason of a reject names, with their values. */
export function cellsOf({ reason, raw }: Rejected): [name: string, value: string][] {
  if (typeof raw !== 'object' || raw === null) return [];
  const words = new Set(reason.match(/[\w.]+/g));
  return Object.entries(raw)
    .filter(([name]) => words.has(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

/** Returns the rejected rows as CSV. */
export async function* csvOfRejects(run: Run): AsyncGenerator<string> {
  yield csvLine(['file', 'row', 'reason', 'cells', 'raw']);
  for await (const rejected of readRejects(run)) {
    const { file, row, reason, raw } = rejected;
    const cells = cellsOf(rejected).map(([name, value]) => `${name}: ${value}`);
    yield csvLine([file, row, reason, cells.join('; '), raw]);
  }
}
