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
export interface ReadFlags extends Omit<ReadOptions, 'isRetry'> {
  full?: boolean;
  maxDeletes?: Limit;
  maxErrors?: Limit;
  strictSchema?: boolean;
  /** Megabytes. */
  maxDownload?: number;
  rejects?: string;
  json?: boolean;
}

export interface LoadFlags extends ReadFlags {
  dryRun?: boolean;
  reload?: boolean;
}

export interface PlanFlags extends ReadFlags {
  out?: string;
}

export interface ApplyFlags {
  /** Megabytes. */
  maxDownload?: number;
  rejects?: string;
  progress?: string;
  json?: boolean;
}

export interface ReindexFlags extends JsonFlags {
  ifNeeded?: boolean;
}

export interface VerifyFlags {
  repair?: boolean;
  json?: boolean;
}

export interface ExportFlags {
  out: string;
  format: string[];
  kinds?: string[];
  json?: boolean;
}

/** The options of `edgar`. */
export interface EdgarFlags {
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
  dryRun?: boolean;
  json?: boolean;
}

export interface MappingInitFlags {
  kind?: string;
  out?: string;
  json?: boolean;
}

export interface SetFlags {
  because: string;
  json?: boolean;
}

export interface UnsetFlags {
  because?: string;
  json?: boolean;
}

export interface StatusFlags {
  json?: boolean;
  runs?: number;
}

export interface MergeFlags extends DryRunFlags {
  because?: string;
}

export interface RunsFlags extends StatusFlags {
  all?: boolean;
}

export interface WatchFlags {
  once?: boolean;
  json?: boolean;
}

export interface MatchesFlags {
  all?: boolean;
  source?: string;
  kind?: string;
  reason?: UnsureWay;
  because?: string;
  /** Who reviews. */
  actor?: string;
  run?: number;
  limit?: number;
  json?: boolean;
}

export interface PruneFlags {
  /** Fixed-width UTC text. */
  before?: string;
  /** A kind and the natural key of a deleted record. */
  record?: string[];
  dryRun?: boolean;
  json?: boolean;
}

export interface MigrateFlags {
  unlock?: boolean;
}
