import { fail, invalid, onOrBefore } from '@dossier/shared';
import { databaseAt, historyBegins } from '@dossier/store';
import type { Context } from '../services.ts';

/** The field of endpoints that can answer as they did at a moment. */
export const asOfField = {
  as_of: onOrBefore.optional().meta({
    description:
      'Answers as the service did at this moment: a date-time, or a past date (the last instant of that UTC day)',
  }),
};

/** What an endpoint with `as_of` can fail with. */
export const asOfErrors = ['before_history'] as const;

/**
 * Returns a context whose database and time are those of a moment; the context itself without a moment. A response of
 * the past is never kept, because the context has looked at the time.
 * @throws 400 for a moment to come, 410 for one before the history begins
 */
export async function contextAt(context: Context, asOf: string | undefined): Promise<Context> {
  if (asOf === undefined) return context;
  if (asOf > context.now)
    throw invalid('as_of', 'must not be in the future. A date is its last instant: send a time of today');
  const first = await historyBegins(context.db);
  if (asOf < first) throw fail('before_history', { as_of: asOf, first });
  return { ...context, db: await databaseAt(context.db, asOf), now: asOf };
}
