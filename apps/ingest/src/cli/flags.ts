import { InvalidArgumentError } from 'commander';
import type { UnsureWay } from '@dossier/store';
import type { Limit } from '../guards/limit.ts';
import type { ReadOptions } from '../readers/open.ts';
import type { Io } from './io.ts';

/** Runs a command and keeps its exit code. */
export type Start = (command: (io: Io) => Promise<number>) => Promise<void>;

/** The option of commands that print a result. */
export interface JsonFlags {
  json?: boolean;
}

/** The options of commands that can show what they would change. */
export interface DryRunFlags extends JsonFlags {
  dryRun?: boolean;
}

/** The options of both `load` and `plan`. */
export interface ReadFlags extends Omit<ReadOptions, 'isRetry'>, JsonFlags {
  full?: boolean;
  maxDeletes?: Limit;
  maxErrors?: Limit;
  strictSchema?: boolean;
  /** Megabytes. */
  maxDownload?: number;
  rejects?: string;
}

export interface LoadFlags extends ReadFlags {
  dryRun?: boolean;
  reload?: boolean;
}

export interface PlanFlags extends ReadFlags {
  out?: string;
}

export interface ApplyFlags extends JsonFlags {
  /** Megabytes. */
  maxDownload?: number;
  rejects?: string;
  progress?: string;
}

export interface ReindexFlags extends JsonFlags {
  ifNeeded?: boolean;
}

export interface VerifyFlags extends JsonFlags {
  repair?: boolean;
}

export interface ExportFlags extends JsonFlags {
  out: string;
  format: string[];
  kinds?: string[];
}

/** The options of `edgar`. */
export interface EdgarFlags extends DryRunFlags {
  contact?: string;
  rate?: number;
  domains?: string;
  createCompanies?: boolean;
  known?: boolean;
  forms?: string;
  restart?: boolean;
  cache: string;
  baseUrl?: string;
  dataUrl?: string;
  rejects?: string;
}

export interface MappingInitFlags extends JsonFlags {
  kind?: string;
  out?: string;
}

export interface SetFlags extends JsonFlags {
  because: string;
}

export interface UnsetFlags extends JsonFlags {
  because?: string;
}

export interface StatusFlags extends JsonFlags {
  runs?: number;
}

export interface MergeFlags extends DryRunFlags {
  because?: string;
}

export interface RunsFlags extends StatusFlags {
  all?: boolean;
}

export interface WatchFlags extends JsonFlags {
  once?: boolean;
}

export interface MatchesFlags extends JsonFlags {
  all?: boolean;
  source?: string;
  kind?: string;
  reason?: UnsureWay;
  because?: string;
  /** Who reviews. */
  actor?: string;
  run?: number;
  limit?: number;
}

export interface PruneFlags extends DryRunFlags {
  /** Fixed-width UTC text. */
  before?: string;
  /** A kind and the natural key of a deleted record. */
  record?: string[];
}

export interface MigrateFlags {
  unlock?: boolean;
}

/** Reads a number of the command line. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, 1 or more.');
}
