import { fail, limitConcurrency, type StorageConfig, readJson } from '@dossier/shared';
import { startAdmin, startIngest } from './start-program.ts';

export interface Change {
  onStart: (pid: number | undefined) => void;
}

/** Runs commands of ingest and admin in processes of their own, so that their work delays no request. */
export interface Programs {
  /**
   * Runs a command that prints JSON, and returns what it printed.
   * @param args its arguments, without `--json`
   * @param change set if it changes something: `onStart` receives the id of its process when it starts
   * @throws 409 with the message of a command that failed
   */
  run<Printed>(program: 'ingest' | 'admin', args: string[], change?: Change): Promise<Printed>;
  /** How long a page waits for an action. A slower action continues after the page is sent. */
  waitMs: number;
}

/**
 * The most programs at once that change something, and that do not: each takes a core while it starts. The others wait. A
 * change may wait for a load of hours, and pages do not wait for it.
 */
const MAX_RUNNING = 2;

/** Returns what runs the programs of a service. */
export function openPrograms(storage: StorageConfig, waitMs = 8000): Programs {
  const [changes, questions] = [limitConcurrency(MAX_RUNNING), limitConcurrency(MAX_RUNNING)];
  return {
    waitMs,
    run: <Printed>(program: 'ingest' | 'admin', args: string[], change?: Change) =>
      (change ? changes : questions)(async () => {
        const { pid, ended } =
          program === 'ingest' ? startIngest(storage, args) : startAdmin(storage, ['--json', ...args]);
        change?.onStart(pid);
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
