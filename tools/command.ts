import { CommanderError, InvalidArgumentError, type Command } from 'commander';

/** Runs a command for developers. Sets the exit code: 2 for invalid arguments, and 1 with a message if the command fails. */
export async function runCommand(program: Command): Promise<void> {
  for (const each of [program, ...program.commands])
    each
      .exitOverride()
      .showHelpAfterError('Run the command with --help for its options.')
      .configureHelp({ helpWidth: 130 });
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = 1;
    // Commander has printed its own.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Reads a whole number from 1. */
export function whole(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number of at least 1.');
}

/** Returns a function that reads a list of some of the names. */
export const someOf =
  <Name extends string>(names: readonly Name[]) =>
  (text: string): Name[] => {
    const isKnown = (name: string): name is Name => (names as readonly string[]).includes(name);
    const given = text.split(',');
    if (given.every(isKnown)) return given;
    throw new InvalidArgumentError(`The names are ${names.join(', ')}.`);
  };
