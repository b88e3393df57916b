import { inParts } from '@dossier/shared';
import type { Trx } from '../sql/open.ts';
import { deleteRows, insertRows, overlaid, type Row } from './rows.ts';

interface Move {
  id: string | number;
  company_id: number;
}

/**
 * Moves rows to other companies, with the rows of their parts. Citus cannot update the company, by which it distributes them.
 * So they are deleted and inserted.
 * @param parts the tables of parts, with the column that has the id of the record
 * @param moves the id, the new company and other changed columns of each row; undefined ones keep their value
 */
export async function moveRows(
  trx: Trx,
  { table, parts }: { table: string; parts: Record<string, string> },
  moves: Move[],
): Promise<void> {
  const byId = new Map(moves.map((move) => [move.id, move]));
  for (const ids of inParts([...byId.keys()])) {
    const read = (name: string, column: string) => trx(name).whereIn(column, ids) as Promise<Row[]>;
    const rows = await read(table, 'id');
    const owned: [name: string, rows: Row[]][] = [];
    for (const [name, column] of Object.entries(parts)) {
      const found = await read(name, column);
      owned.push([
        name,
        found.map((row) => ({ ...row, company_id: byId.get(row[column] as string)!.company_id })),
      ]);
    }
    await deleteRows(trx, table, { id: ids });
    await insertRows(
      trx,
      table,
      rows.map((row) => overlaid(row, { ...byId.get(row['id'] as string) })),
    );
    for (const [name, some] of owned) await insertRows(trx, name, some);
  }
}
