import { invalid } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { closest, distance } from 'fastest-levenshtein';

/** A filter on a column whose values the data bring, with the values that are known beforehand. */
export interface OpenFilter {
  field: string;
  column: string;
  values: string[] | undefined;
  known: readonly string[];
}

const folded = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The known value that a text is but for case, blanks and hyphens; none when it is one itself. */
export function otherwiseWritten(text: string, known: readonly string[]): string | undefined {
  return known.includes(text) ? undefined : known.find((value) => folded(value) === folded(text));
}

/** Shorter words are near to words that mean something else: arr and mrr. */
const SHORTEST = 5;

/** The known value that a text nearly is; none when it is one itself. */
function nearMiss(text: string, known: readonly string[]): string | undefined {
  const same = otherwiseWritten(text, known);
  if (same !== undefined || known.includes(text) || text.length < SHORTEST) return same;
  const near = closest(text, known);
  return distance(text, near) <= 2 ? near : undefined;
}

/**
 * A misspelt value would find nothing, and look like an answer. What the data bring is not known beforehand, so one is
 * refused only when it nearly is a known value and no row has it.
 * @throws 400 that names the value that was likely meant
 */
export async function refuseMisspelt(db: Db, table: string, filters: OpenFilter[]): Promise<void> {
  for (const { field, column, values = [], known } of filters) {
    for (const value of values) {
      const meant = nearMiss(value, known);
      if (meant !== undefined && !(await db(table).where(column, value).first(column)))
        throw invalid(field, `nothing has ${value}; did you mean ${meant}?`);
    }
  }
}
