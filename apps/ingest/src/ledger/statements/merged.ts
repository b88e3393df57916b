import type { MovedStatement, StatementRow } from '@dossier/store';

/** What is read of a statement to mark it. */
export type StatementAbout = Pick<StatementRow, 'id' | 'record_id' | 'merged_from' | 'content_json'>;

/**
 * Returns the marks of the statements of a company that is merged. Its deletions end only its own statements from then on, and
 * those of companies that had been merged into it before the deletion.
 * @param statements in the order of commits
 */
export function statementsOfMerged(statements: StatementAbout[], company: number): MovedStatement[] {
  const mergedOf = new Map<string, Set<number>>();
  return statements.map(({ id, record_id, merged_from, content_json }) => {
    const merged = mergedOf.get(record_id) ?? new Set();
    mergedOf.set(record_id, merged);
    if (merged_from != null) merged.add(merged_from);
    const isOwnDeletion = content_json === null && merged_from == null;
    return {
      ...{ id: Number(id), record_id, merged_from: merged_from ?? company },
      ...(isOwnDeletion && merged.size > 0 && { named_json: JSON.stringify([...merged]) }),
    };
  });
}
