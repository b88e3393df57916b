import { CommanderError, type Command } from 'commander';
import { takenByNpm } from '@dossier/shared';
import { orCutOff, Stopped } from '../load/stop.ts';
import { UsageError } from '../rows/types.ts';
import { exitCode } from './exit-codes.ts';
import { causeOf, recoveryHint } from './runs/incomplete-load.ts';
import type { Io } from './io.ts';
import { ingestProgram } from './program.ts';

/** Runs the command line and returns the exit code. Prints what went wrong, as JSON too where `--json` asks for it. */
export async function run(args: string[], io: Io): Promise<number> {
  let code: number = exitCode.done;
  const program = ingestProgram(async (command) => {
    code = await command(io);
  }, run);
  for (const command of withCommands(program))
    command.exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err });
  program.hook('preAction', (_, { options }) => {
    const problem = takenByNpm('ingest', options, io.env);
    if (problem) throw new UsageError(problem);
  });
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

const withCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withCommands)];

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
