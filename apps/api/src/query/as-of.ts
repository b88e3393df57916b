import { fail, invalid, onOrBefore, type MaybePromise } from '@dossier/shared';
import { databaseAt, historyBegins } from '@dossier/store';
import type { RequestContext } from '../http/endpoint.ts';
import type { HttpServices } from '../http/services.ts';

/** The field of endpoints that can return the response of an earlier moment. */
export const asOfField = {
  as_of: onOrBefore.optional().meta({
    description:
      'Returns the response as of this moment: a date-time, or a past date (the last instant of that UTC day)',
  }),
};

/** The errors of `as_of`, besides invalid input. */
export const asOfErrors = ['before_history'] as const;

/**
 * Returns a context with the database and time of a moment, or the context itself without a moment. Responses with `as_of`
 * are never cached, because this function reads the time of the context.
 * @throws 400 for a moment in the future, 410 for a moment before the history begins
 */
export function contextAt<Context extends HttpServices & RequestContext>(
  context: Context,
  asOf: string | undefined,
): MaybePromise<Context> {
  if (asOf === undefined) return context;
  return contextOfPast(context, asOf);
}

async function contextOfPast<Context extends HttpServices & RequestContext>(
  context: Context,
  asOf: string,
): Promise<Context> {
  if (asOf > context.now)
    throw invalid(
      'as_of',
      'must not be in the future. A date means its last instant; for today, send a time',
    );
  const first = await historyBegins(context.db);
  if (asOf < first) throw fail('before_history', { as_of: asOf, first });
  // The services are the prototype of the context, which a copy would not have.
  return Object.create(context, {
    db: { value: await databaseAt(context.db, asOf) },
    now: { value: asOf },
  }) as Context;
}
