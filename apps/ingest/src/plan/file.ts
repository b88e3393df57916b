import { jsonLine, readJson } from '@dossier/shared';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { LoadOptions } from '../load/load.ts';
import type { RefusalReason } from '../report/refusal.ts';
import { LoadError } from '../rows/types.ts';
import type { FieldChange } from './diff.ts';
import type { SourceHash } from './sources.ts';

/** The options that a plan keeps, for the load that applies it. */
type PlannedOptions = Omit<LoadOptions, 'dryRun' | 'rejects' | 'batchSize' | 'isRetry'>;

/** A record, so that the compiler reports a missing option. */
const PLANNED: Record<keyof PlannedOptions, true> = {
  format: true,
  encoding: true,
  mapping: true,
  domains: true,
  source: true,
  sources: true,
  slugPrefix: true,
  type: true,
  date: true,
  createCompanies: true,
  full: true,
  maxDeletes: true,
  maxErrors: true,
  strictSchema: true,
  maxGap: true,
};

/** Returns the options that a plan keeps. */
export function plannedOptions(options: LoadOptions): PlannedOptions {
  const given = Object.entries(options).filter(([name, value]) => name in PLANNED && value !== undefined);
  return Object.fromEntries(given);
}

/** The first line of a plan. */
export interface PlanHead {
  plan: 1;
  kind: string;
  made_at: string;
  /** Identifies the database that the plan was made against. */
  database: string;
  paths: string[];
  options: PlannedOptions;
  sources: SourceHash[];
}

/** A row of a plan. `base` is a digest of the stored record with its times, `result` one of the new content. */
export type PlanLine =
  | {
      outcome: 'new';
      kind: string;
      file: string;
      row: number;
      key: string[];
      /** Only of the first ones, so that a person sees what the load reads from the columns. */
      fields?: Record<string, FieldChange>;
      result: string;
    }
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
      /** The numbers of a company's records that are deleted with it: `{"filings": 2}`. */
      with: Record<string, number>;
      base: string;
    };

/** The last line. A plan without one is incomplete. */
export interface PlanEnd {
  end: { unchanged: number };
  refused?: { why: RefusalReason; message: string };
}

/** Writes a plan line by line; the file exists once the plan is complete. */
interface PlanWriter {
  write(lines: PlanLine[]): Promise<void>;
  finish(end: PlanEnd): Promise<void>;
  /** Deletes an unfinished plan. */
  close(): Promise<void>;
}

/** The file of an unfinished plan. */
export const partialOf = (path: string): string => `${path}.partial`;

/** Opens a plan for writing. @throws the system's error when the file cannot be written */
export async function writePlan(path: string, head: PlanHead): Promise<PlanWriter> {
  await mkdir(dirname(path), { recursive: true });
  const partial = partialOf(path);
  const handle = await open(partial, 'w');
  let isOpen = true;
  await handle.write(jsonLine(head));
  return {
    write: async (lines) => {
      if (lines.length > 0) await handle.write(lines.map(jsonLine).join(''));
    },
    finish: async (end) => {
      await handle.write(jsonLine(end));
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

/** Yields the lines of a plan as text, from its head to its end. */
export async function* planLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) yield line;
  } finally {
    input.destroy();
  }
}

/**
 * Reads the head and the end of a plan.
 * @throws LoadError when the file is no plan, or an incomplete one
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
    const { code, message } = error as NodeJS.ErrnoException;
    throw new LoadError(
      code === 'ENOENT'
        ? `There is no plan ${path}. ${makePlan(path)}`
        : `The plan ${path} cannot be read (${code ?? message}).`,
    );
  }
  const head = readJson(first ?? '') as PlanHead | undefined;
  if (head?.plan !== 1) throw new LoadError(`${path} is not a plan. ${makePlan(path)}`);
  const end = readJson(last) as PlanEnd | undefined;
  if (end?.end === undefined) throw new LoadError(`The plan ${path} is incomplete. Make it again.`);
  return { head, end };
}

const makePlan = (path: string) => `Make one with: npm run ingest -- plan <kind> <paths…> --out ${path}`;
