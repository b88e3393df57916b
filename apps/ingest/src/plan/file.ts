import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { LoadOptions } from '../records/load.ts';
import type { RefusalReason } from '../report/refusal.ts';
import { LoadError } from '../rows/types.ts';
import type { FieldChange } from './diff.ts';
import type { SourceHash } from './sources.ts';

/** The options of a load that decide what it does: a plan keeps them, for the load that applies it. */
type PlannedOptions = Omit<LoadOptions, 'dryRun' | 'rejects' | 'batchSize'>;

/** All of them: the compiler asks for one that is missing. */
const PLANNED: Record<keyof PlannedOptions, true> = {
  format: true,
  encoding: true,
  mapping: true,
  domains: true,
  type: true,
  date: true,
  createCompanies: true,
  full: true,
  maxDeletes: true,
  maxErrors: true,
};

/** Only those options that a plan keeps. */
export function plannedOptions(options: LoadOptions): PlannedOptions {
  const given = Object.entries(options).filter(([name, value]) => name in PLANNED && value !== undefined);
  return Object.fromEntries(given);
}

/** The first line of a plan. */
export interface PlanHead {
  plan: 1;
  kind: string;
  made_at: string;
  /** Tells the database that it was made against. */
  database: string;
  paths: string[];
  options: PlannedOptions;
  sources: SourceHash[];
}

/**
 * A row of a plan. `base` is a digest of the record as it is stored, its times included, and `result` one of what it
 * will say.
 */
export type PlanLine =
  | { outcome: 'new'; kind: string; file: string; row: number; key: string[]; result: string }
  | {
      outcome: 'changed';
      kind: string;
      file: string;
      row: number;
      key: string[];
      fields: Record<string, FieldChange>;
      base: string;
      result: string;
    }
  | { outcome: 'rejected'; file: string; row: number; reason: string }
  | {
      outcome: 'gone';
      kind: string;
      key: string[];
      /** Records of other kinds that go with a company, by their plurals. */
      with: Record<string, number>;
      base: string;
    };

/** The last line: without it, the plan was cut off. */
export interface PlanEnd {
  end: { unchanged: number };
  refused?: { why: RefusalReason; message: string };
}

/** A plan that is written line by line, and is there only once it is whole. */
export interface PlanWriter {
  write(lines: PlanLine[]): Promise<void>;
  finish(end: PlanEnd): Promise<void>;
  /** Leaves nothing of a plan that was not finished. */
  close(): Promise<void>;
}

/** Where a plan is written until it is whole. */
export const partialOf = (path: string): string => `${path}.partial`;

/** @throws what the system says when the file cannot be written */
export async function writePlan(path: string, head: PlanHead): Promise<PlanWriter> {
  await mkdir(dirname(path), { recursive: true });
  const partial = partialOf(path);
  const handle = await open(partial, 'w');
  let isOpen = true;
  await handle.write(`${JSON.stringify(head)}\n`);
  return {
    write: async (lines) => {
      if (lines.length > 0) await handle.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
    finish: async (end) => {
      await handle.write(`${JSON.stringify(end)}\n`);
      await handle.sync();
      await handle.close();
      isOpen = false;
      await rename(partial, path);
    },
    close: async () => {
      if (!isOpen) return;
      await handle.close();
      await rm(partial, { force: true });
    },
  };
}

/** The lines of a plan as texts: the first is its head, the last its end. */
export async function* planLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) yield line;
  } finally {
    input.destroy();
  }
}

/**
 * Reads head and end of a plan.
 * @throws LoadError when it is no plan, or not a whole one
 */
export async function readPlan(path: string): Promise<{ head: PlanHead; end: PlanEnd }> {
  let first: string | undefined;
  let last = '';
  try {
    for await (const line of planLines(path)) {
      first ??= line;
      last = line;
    }
  } catch (error) {
    throw new LoadError(`${path} cannot be read: ${(error as Error).message}.`);
  }
  const head = parsed(first ?? '') as PlanHead | undefined;
  if (head?.plan !== 1) throw new LoadError(`${path} is not a plan; make one with: ingest plan`);
  const end = parsed(last) as PlanEnd | undefined;
  if (end?.end === undefined) throw new LoadError(`The plan ${path} is cut off; make it anew.`);
  return { head, end };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
