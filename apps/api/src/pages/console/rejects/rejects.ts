import { createReadStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { fail, type ApiError } from '@dossier/shared';
import { z } from 'zod';
import { csvLine } from '../../../rows/csv.ts';
import { comesBack } from '../console.ts';

const line = z.looseObject({ file: z.string(), row: z.number(), reason: z.string(), raw: z.unknown() });
/** A rejected row. */
export type Rejected = z.output<typeof line>;

/** A rejected row at its place in the file, counted in lines from 0. */
export type Placed = Rejected & { place: number };

/**
 * Reads the rejected rows of a file. Lines that somebody corrected have another form, and are left out.
 * @throws 409 if the file is not on this machine
 */
async function* readRejects(path: string): AsyncGenerator<Placed> {
  let place = 0;
  for await (const text of linesOf(path)) {
    const read = line.safeParse(parsed(text));
    if (read.success) yield { ...read.data, place };
    place++;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, 'utf8')) {
      // `readline` also ends a line at U+2028, which texts of rows contain.
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
    if (rest !== '') yield rest;
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

function unreadable(path: string, { code, message }: NodeJS.ErrnoException): ApiError {
  const why =
    code === 'ENOENT'
      ? 'was loaded again, was deleted, or is on the machine of the load'
      : `cannot be read (${code ?? message})`;
  return fail('command_failed', { problem: `The file of rejected rows ${why}: ${path}` });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the first rejected rows, whether there are more, and the version of the file. */
export async function firstRejects(
  path: string,
  most: number,
): Promise<{ rows: Placed[]; hasMore: boolean; version: string }> {
  const version = await versionOf(path);
  const rows: Placed[] = [];
  for await (const row of readRejects(path)) {
    if (rows.length === most) return { rows, hasMore: true, version };
    rows.push(row);
  }
  return { rows, hasMore: false, version };
}

async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  return `${Math.round(mtimeMs)}-${size}`;
}

const isCells = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The most cells of a row that a form shows. */
const MAX_CELLS = 12;

/** A cell of a rejected row. Its index is that among the cells of the row. */
export interface Cell {
  name: string;
  value: string;
  index: number;
}

/** Returns the cells of a rejected row that its reason names or quotes. */
export function cellsOf({ reason, raw }: Rejected): Cell[] {
  const words = new Set(reason.match(/[\w.]+/g));
  return allCells(raw).filter(
    ({ name, value }) => words.has(name) || reason.includes(`"${name}"`) || reason.includes(`"${value}"`),
  );
}

/** Returns the cells that its reason names, else all of a rejected row. */
function cellsAbout(rejected: Rejected): Cell[] {
  const named = cellsOf(rejected);
  return named.length > 0 ? named : allCells(rejected.raw);
}

/** Returns the cells to read: those that the reason names, else the first ones that are not empty. */
export const cellsToShow = (rejected: Rejected): Cell[] =>
  cellsAbout(rejected)
    .filter(({ value }) => value !== '' || cellsOf(rejected).length > 0)
    .slice(0, MAX_CELLS);

/** Returns the cells to correct: those that the reason names, else the first ones. */
export const cellsToCorrect = (rejected: Rejected): Cell[] =>
  cellsAbout(rejected).filter(isOneLine).slice(0, MAX_CELLS);

/** Returns whether a field of one line sends a text back as it is. */
const isOneLine = ({ value }: Cell): boolean => comesBack(value) && !/[\r\n]/.test(value);

const allCells = (raw: unknown): Cell[] =>
  isCells(raw)
    ? Object.entries(raw).map(([name, value], index) => ({ name, value: textOf(value), index }))
    : [];

/** Returns the rejected rows as CSV. */
export async function* csvOfRejects(path: string | null): AsyncGenerator<string> {
  yield csvLine(['file', 'row', 'reason', 'cells', 'raw']);
  if (path === null) return;
  for await (const rejected of readRejects(path)) {
    const { file, row, reason, raw } = rejected;
    const cells = cellsOf(rejected).map(({ name, value }) => `${name}: ${value}`);
    yield csvLine([file, row, reason, cells.join('; '), raw]);
  }
}

/** The name of the field of a form that corrects a cell. */
export const fieldOf = ({ place }: Placed, { index }: Cell): string => `cell-${place}-${index}`;

/**
 * Writes corrected cells into a file of rejected rows, which `ingest retry` then loads.
 * @param given cells by the name of their field
 * @returns how many cells differ
 * @throws 409 if the file has changed since its version was read
 */
export async function correct(path: string, version: string, given: Record<string, string>): Promise<number> {
  if ((await versionOf(path)) !== version)
    throw fail('command_failed', {
      problem: 'The rejected rows have changed. Open the page of the run again.',
    });
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'w', 0o600);
  let changed = 0;
  try {
    let place = 0;
    for await (const text of linesOf(path)) {
      const read = line.safeParse(parsed(text));
      const row = read.success ? { ...read.data, place } : undefined;
      const next = row && corrected(row, given);
      if (next) changed += next.changed;
      await file.appendFile(`${next && next.changed > 0 ? JSON.stringify(next.line) : text}\n`);
      place++;
    }
    await file.close();
    if (changed > 0) await rename(part, path);
  } finally {
    await file.close().catch(() => {});
    await rm(part, { force: true });
  }
  return changed;
}

function corrected(row: Placed, given: Record<string, string>): { line: object; changed: number } {
  const { place: _, ...whole } = row;
  const raw = { ...(row.raw as object) } as Record<string, unknown>;
  let changed = 0;
  for (const cell of allCells(row.raw)) {
    const value = given[fieldOf(row, cell)];
    if (value === undefined || value === cell.value) continue;
    const isText = typeof raw[cell.name] === 'string';
    const read = parsed(value);
    raw[cell.name] = isText || read === undefined ? value : read;
    changed++;
  }
  return { line: { ...whole, raw }, changed };
}
