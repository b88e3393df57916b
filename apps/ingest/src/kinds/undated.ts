import type { mergeStatements } from '@dossier/shared';
import type { StoredStatement } from '@dossier/store';

type Fields = ReturnType<typeof mergeStatements<StoredStatement>>;

/**
 * Returns warnings about figures without a date in a statement: they have the day of their source, and may replace a dated
 * figure, or lose to an older one of a better source.
 */
export function warningsOfUndated(fields: Fields, said: StoredStatement): string[] {
  return fields.flatMap(({ others, ...best }) => {
    const own = [best, ...others].find((each) => each.said === said);
    if (!own?.isUndated) return [];
    const other = own === best || own.said === best.said ? others.find((each) => !each.isUndated) : best;
    if (!other || other.isUndated || other.day! > own.day!) return [];
    const figure = `undated figure: ${own.path.join('.')} has the day of its source, ${own.day}`;
    return [
      other === best
        ? `${figure}, but loses to that of ${other.day}: ${other.said.source} ranks better`
        : `${figure}, and replaces that of ${other.day} of ${other.said.source}; if it is older, add its date, or as_of to the mapping`,
    ];
  });
}
