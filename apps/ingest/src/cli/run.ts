import { SearchDamaged, SearchUnavailable } from '@dossier/search';
import { ConfigError } from '@dossier/shared';
import { IndexLocked, isConnectionLost, isLocked } from '@dossier/store';
import { CommanderError } from 'commander';
import { orCutOff, Stopped } from '../records/stop.ts';
import { LoadError, UsageError } from '../rows/types.ts';
import { ingestCommands } from './commands.ts';
import { exitCode } from './exit-codes.ts';
import { ingestProgram } from './program.ts';
import { shorten } from '../report/shorten.ts';
import { remainsOf, Unfinished } from './unfinished.ts';
import { MEND_SEARCH, type World } from './world.ts';

/** Runs the command line and answers with the exit code. What goes wrong is said in a sentence. */
export async function run(args: string[], world: World): Promise<number> {
  let code: number = exitCode.done;
  const commands = ingestCommands(world);
  const program = ingestProgram({
    load: async (...given) => {
      code = await commands.load(...given);
    },
    plan: async (...given) => {
      code = await commands.plan(...given);
    },
    apply: async (...given) => {
      code = await commands.apply(...given);
    },
    delete: async (...given) => {
      code = await commands.delete(...given);
    },
    status: async (...given) => {
      code = await commands.status(...given);
    },
    edgar: async (...given) => {
      code = await commands.edgar(...given);
    },
    index: async (...given) => {
      code = await commands.index(...given);
    },
    reindex: async (...given) => {
      code = await commands.reindex(...given);
    },
    verify: async (...given) => {
      code = await commands.verify(...given);
    },
    migrate: async (...given) => {
      code = await commands.migrate(...given);
    },
  });
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((each) => each.commands),
  ]) {
    command.exitOverride().configureOutput({ writeOut: world.out, writeErr: world.err });
  }
  try {
    await orCutOff(program.parseAsync(args, { from: 'user' }), world.stop);
    return code;
  } catch (error) {
    const isSaid = error instanceof CommanderError;
    if (isSaid && error.exitCode === 0) return exitCode.done;
    const said = isSaid
      ? error.message.replace(/^error: /, '')
      : [sentenceOf(error), remainsOf(error)].filter(Boolean).join('\n');
    if (!isSaid) world.err(`${said}\n`);
    const exit = codeOfError(error);
    // A program that reads JSON finds some, whatever happens.
    if (args.includes('--json')) world.out(`${JSON.stringify({ error: said, exitCode: exit })}\n`);
    return exit;
  }
}

function codeOfError(error: unknown): number {
  if (error instanceof CommanderError || causeOf(error) instanceof UsageError) return exitCode.usage;
  return causeOf(error) instanceof Stopped ? exitCode.stopped : exitCode.failed;
}

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
