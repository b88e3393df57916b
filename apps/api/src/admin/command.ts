import type { Audited, Db, Trx } from '@dossier/store';
import { InvalidArgumentError } from 'commander';

/** The environment and the streams of a command. */
export interface Io {
  env: Record<string, string | undefined>;
  /** Write to standard output and standard error. The text includes its line ends. */
  out: (text: string) => void;
  err: (text: string) => void;
  /** Where the progress is shown; undefined when standard error is no terminal. */
  terminal: NodeJS.WritableStream | undefined;
}

export type Row = Record<string, string | number | null>;

/** What a command prints: a table, a message, or a new key or link with its expiry, which is shown only once. */
export type Output =
  | { rows: Row[] }
  | { message: string }
  | { key: string; expires_at: string | null }
  | { link: string; expires_at: string };

/** Changes organizations or keys, and records who did it. Returns undefined if the work changed nothing. */
export type Change = <T>(
  action: string,
  entry: Pick<Audited<T>, 'subject' | 'details'>,
  work: (trx: Trx, actor: string) => Promise<T | undefined | false>,
) => Promise<T | undefined>;

/** Runs a command with the database, and closes it afterwards. */
export type Run = (work: (db: Db, change: Change) => Promise<Output>) => Promise<void>;

/** A problem that the operator can fix; its message explains how. */
export class AdminError extends Error {}

/** Returns the error for a subject that a group of commands does not have. */
export const missing = (group: string, what: string) =>
  new AdminError(`There is no ${what}. See: npm run admin -- ${group} list`);
export const unknownOrganization = (name: string) => missing('orgs', `organization "${name}"`);

/**
 * Returns a function that runs a command of a group, which changes one subject, and prints the message. @throws `problem`, or
 * else `unknown`, if nothing changed
 */
export const changesOf =
  (run: Run, group: string, unknown: (subject: string) => AdminError) =>
  (
    action: string,
    subject: string,
    work: (trx: Trx) => Promise<boolean>,
    {
      message,
      details,
      problem,
    }: { message: string; details?: Record<string, unknown>; problem?: AdminError },
  ): Promise<void> =>
    run(async (_db, change) => {
      if (!(await change(`${group} ${action}`, { subject, details }, work)))
        throw problem ?? unknown(subject);
      return { message };
    });

/** Returns a parser of whole numbers from 1 on, in digits alone: "0x10" and "1e1" are mistakes. */
export const numberTo =
  (most: number, unit = '') =>
  (text: string): number => {
    if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Give a number ${unit}from 1 to ${most}.`);
  };

/** Returns a name without the blanks around it, as the console does. */
export function nameIn(text: string): string {
  const name = text.trim();
  if (name !== '') return name;
  throw new InvalidArgumentError('Give a name that is not blank.');
}

/** Copies database rows into plain rows for printing. */
export const rowsOf = (rows: object[]): Row[] => rows.map((row) => ({ ...row }));
