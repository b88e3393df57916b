import { fail, limitConcurrency, type StorageConfig, readJson } from '@dossier/shared';
import { startAdmin, startIngest } from './start-program.ts';

/** Runs commands of ingest and admin in processes of their own, so that their work delays no request. */
export interface Programs {
  /**
   * Runs a command that prints JSON, and returns what it printed.
   * @param args its arguments, without `--json`
   * @param onStart receives the id of its process when it starts
   * @throws 409 with the message of a command that failed
   */
  run<Printed>(
    program: 'ingest' | 'admin',
    args: string[],
    onStart?: (pid: number | undefined) => void,
  ): Promise<Printed>;
  /** How long a page waits for an action. A slower action continues after the page is sent. */
  waitMs: number;
}

/** The most programs at once: each takes a core while it starts. The others wait. */
const MAX_RUNNING = 2;

/** Returns what runs the programs of a service. */
export function openPrograms(storage: StorageConfig, waitMs = 8000): Programs {
  const inTurn = limitConcurrency(MAX_RUNNING);
  return {
    waitMs,
    run: <Printed>(program: 'ingest' | 'admin', args: string[], onStart = (_: number | undefined) => {}) =>
      inTurn(async () => {
        const { pid, ended } =
          program === 'ingest' ? startIngest(storage, args) : startAdmin(storage, ['--json', ...args]);
        onStart(pid);
        return printedBy<Printed>(await ended);
      }),
  };
}

/** A command that found problems exits with an error too, and prints its findings. */
function printedBy<Printed>({
  code,
  stdout,
  stderr,
}: {
  code: number;
  stdout: string;
  stderr: string;
}): Printed {
  const printed = readJson(stdout) as { error?: string } | undefined;
  if (printed && (code === 0 || printed.error === undefined)) return printed as Printed;
  throw fail('command_failed', {
    problem: printed?.error ?? (stderr.trim() || `The command ended with code ${code}.`),
  });
}
