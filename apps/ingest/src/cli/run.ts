<<<<<<< HEAD
import { SearchDamaged, SearchUnavailable } from '@dossier/search';
import { ConfigError } from '@dossier/shared';
import { IndexLocked, isConnectionLost, isLocked } from '@dossier/store';
=======
>>>>>>> f7f3338 (Load what a command of ingest needs when it runs)
import { CommanderError } from 'commander';
import { orCutOff, Stopped } from '../records/stop.ts';
import { UsageError } from '../rows/types.ts';
import { exitCode } from './exit-codes.ts';
import { causeOf, recoveryHint } from './incomplete-load.ts';
import type { Io } from './io.ts';
import { ingestProgram } from './program.ts';

/** Runs the command line and returns the exit code. Prints what went wrong, as JSON too where `--json` asks for it. */
export async function run(args: string[], io: Io): Promise<number> {
  let code: number = exitCode.done;
  const program = ingestProgram(async (command) => {
    code = await command(io);
  });
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((each) => each.commands),
  ]) {
    command.exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err });
  }
  try {
    await orCutOff(program.parseAsync(args, { from: 'user' }), io.stop);
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.done;
    const message = await printError(error, io);
    const failure = codeOfError(error);
    // A program that reads JSON always gets some.
    if (args.includes('--json')) io.out(`${JSON.stringify({ error: message, exitCode: failure })}\n`);
    return failure;
  }
}

async function printError(error: unknown, io: Io): Promise<string> {
  // Commander has printed its own.
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '');
  const { errorMessage } = await import('./error-message.ts');
  const message = [errorMessage(error), recoveryHint(error)].filter(Boolean).join('\n');
  io.err(`${message}\n`);
  return message;
}

function codeOfError(error: unknown): number {
  if (error instanceof CommanderError || causeOf(error) instanceof UsageError) return exitCode.usage;
  return causeOf(error) instanceof Stopped ? exitCode.stopped : exitCode.failed;
}
<<<<<<< HEAD

/** What went wrong in a load. */
const causeOf = (error: unknown): unknown => (error instanceof Unfinished ? error.cause : error);

const LOCKED =
  'Another program has been writing to the database for a minute, such as a load in one transaction. ' +
  'Run the command again when it has ended.';
const INDEX_LOCKED =
  'Another program has been updating the search index for a minute. It also indexes what waits now. ' +
  'Run the command again when it has ended.';

/** What went wrong, in a sentence that names the remedy where there is one. */
export function sentenceOf(given: unknown): string {
  const error = causeOf(given);
  if (isLocked(error)) return LOCKED;
  if (error instanceof IndexLocked) return INDEX_LOCKED;
  if (error instanceof Stopped) return 'Stopped.';
  if (isConnectionLost(error)) return `The connection to the database was lost (${saidOf(error)}).`;
  if (error instanceof SearchDamaged) return `The search cannot be used: ${error.message}. ${MEND_SEARCH}`;
  if (error instanceof SearchUnavailable) return `The search cannot be used now: ${error.message}.`;
  const isExpected = error instanceof ConfigError || error instanceof LoadError;
  return isExpected ? error.message : `The command failed: ${describe(error)}`;
}

/** What the system, a file or a database says has a code, and its message is enough; else it is a fault of ours. */
function describe(error: unknown): string {
  const { code, stack } = error as Partial<NodeJS.ErrnoException>;
  return code === undefined ? (stack ?? String(error)) : saidOf(error);
}

function saidOf(error: unknown): string {
  const { code = '', message = '' } = error as Partial<NodeJS.ErrnoException>;
  return shorten(message) || code;
}
=======
>>>>>>> f7f3338 (Load what a command of ingest needs when it runs)
