import { REBUILD_SEARCH, SearchDamaged, SearchUnavailable } from '@dossier/search';
import { ConfigError } from '@dossier/shared';
import { databaseProblem, IndexLocked, isConnectionLost, isLocked, isOfStatement } from '@dossier/store';
import { Stopped } from '../load/stop.ts';
import { shorten } from '../report/shorten.ts';
import { LoadError } from '../rows/types.ts';
import { causeOf } from './runs/incomplete-load.ts';

const LOCKED =
  'Another program has been writing to the database for more than a minute, such as a load with --full. ' +
  'Wait until it has finished, then run the command again.';
const INDEX_LOCKED =
  'Another program has been updating the search index for more than a minute, and indexes what waits as well. ' +
  'Wait until it has finished, then run the command again.';

/** Returns what went wrong and, where there is a remedy, what to do. */
export function errorMessage(given: unknown): string {
  const error = causeOf(given);
  if (isLocked(error)) return LOCKED;
  if (error instanceof IndexLocked) return INDEX_LOCKED;
  if (error instanceof Stopped) return 'Stopped.';
  if (isConnectionLost(error)) return `The connection to the database was lost (${shortMessage(error)}).`;
  if (error instanceof SearchDamaged)
    return `The search engine is unavailable: ${error.message}. ${REBUILD_SEARCH}`;
  if (error instanceof SearchUnavailable) return `The search engine is unavailable: ${error.message}.`;
  const problem = databaseProblem(error);
  if (problem !== undefined && isOfStatement(error)) return problem;
  const isExpected = error instanceof ConfigError || error instanceof LoadError;
  return isExpected ? error.message : `The command failed: ${describe(error)}`;
}

/** Errors of the system, a file or a database have a code, and their message is enough. Others are bugs of ours. */
function describe(error: unknown): string {
  const { code, stack } = error as Partial<NodeJS.ErrnoException>;
  return code === undefined ? (stack ?? String(error)) : shortMessage(error);
}

function shortMessage(error: unknown): string {
  const { code = '', message = '' } = error as Partial<NodeJS.ErrnoException>;
  return shorten(message) || code;
}
