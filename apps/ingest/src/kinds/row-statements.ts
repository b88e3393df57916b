import type { Content, Rules } from '@dossier/shared';
import type { Tracked } from '@dossier/store';
import { mainDomains, rowsWhere } from './rows.ts';
import { withoutNulls } from './statement-content.ts';
import type { StatementRules } from './statements.ts';

/** Returns how statements about records that belong to companies are merged. */
export function rowStatements<Row extends Tracked & { id: string; company_id: number }>({
  table,
  rules,
  statedBy,
}: {
  table: string;
  rules: Rules | ((content: Content) => Rules);
  /** Returns a stored row as a source writes it, without its company. */
  statedBy: (row: Row) => Content;
}): StatementRules {
  return {
    rulesOf: typeof rules === 'function' ? rules : () => rules,
    stated: async (db, ids) => {
      const rows = await rowsWhere<Row>(db, table, 'id', ids);
      const domains = await mainDomains(
        db,
        rows.map((row) => row.company_id),
      );
      return new Map(
        rows.map((row) => [
          row.id,
          {
            content: withoutNulls({ company: domains.get(row.company_id), ...statedBy(row) }),
          },
        ]),
      );
    },
  };
}
