import { HAND } from '@dossier/store';
import { z } from 'zod';
import { date, text } from './values.ts';

/** The ways in which a row may find its company. */
const matchWays = ['domain', 'cik', 'ticker', 'external_id', 'name'] as const;
export type MatchWay = (typeof matchWays)[number];

/** The ways of a mapping that does not list its own: a name alone is not enough. */
export const DEFAULT_WAYS: MatchWay[] = matchWays.filter((way) => way !== 'name');

/** The name of a source, such as `crunchbase-2013`. Values that are set by hand have a source of their own. */
export const sourceName = text
  .max(100)
  .refine((name) => name !== HAND, `must not be ${HAND}, the source of values that are set by hand`);

/** The fields that name the source of a record, and the ways in which it may find its company. A mapping or `--source` sets them. */
export const originFields = {
  /** The source of the record. External ids and reviewed matches belong to a source. */
  source: sourceName.optional(),
  /** The ways in which the record may find its company; all when absent. */
  match: z.array(z.enum(matchWays)).min(1).optional(),
  /** The day the source was made. A company founded in a later year is not found by its name. */
  as_of: date.optional(),
};
export type Origin = z.output<z.ZodObject<typeof originFields>>;
