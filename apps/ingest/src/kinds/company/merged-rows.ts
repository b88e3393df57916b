import { groupBy, inParts } from '@dossier/shared';
import {
  enqueue,
  keepVersions,
  noteChanges,
  noteDeletions,
  type LogEntry,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import type { Kind } from '../kind.ts';
import { rowsOfKeys } from '../rows.ts';
import { seedStatements } from '../statement-seeds.ts';

/** A row of a table whose records belong to companies. */
export type OwnedRow = Record<string, unknown> & { id: string; company_id: number };

/** The records of a merged company: those that moved to another company, and those that both companies had. */
export interface MovedRows {
  moved: string[];
  /** Each record with the record of the other company that contains its statements now. */
  joined: [id: string, into: string][];
}

/**
 * Moves the records of a company, with their statements, to another company. If the other company has a record with the same
 * key, only the statements move, to that record.
 */
export async function moveRows(
  trx: Trx,
  now: string,
  kind: Kind,
  [from, into]: [from: number, into: number],
): Promise<MovedRows> {
  const { table, key } = kind.storage;
  const rows = (await trx(table).where({ company_id: from }).orderBy('id')) as OwnedRow[];
  if (rows.length === 0) return { moved: [], joined: [] };
  const valuesOf = (row: OwnedRow) => key.map((column) => String(row[column]));
  const others = await rowsOfKeys<OwnedRow>(
    trx,
    table,
    key,
    rows.map((row) => [into, ...valuesOf(row)]),
  );
  const stored = groupBy(others, (row) => JSON.stringify(valuesOf(row)));
  await seedStatements(
    trx,
    kind,
    [...rows, ...others].map(({ id }) => id),
  );
  await nameCompany(trx, kind, rows, from);
  await keepVersions(
    trx,
    kind.name,
    rows.map(({ id }) => id),
    now,
  );

  const joined: MovedRows['joined'] = [];
  const moved: { id: string; part?: number }[] = [];
  for (const row of rows) {
    const alike = stored.get(JSON.stringify(valuesOf(row))) ?? [];
    const same = alike.find((other) => kind.isSameRecord?.(row, other) ?? true);
    if (same) joined.push([row.id, same.id]);
    else if (alike.length > 0) {
      const part = Math.max(...alike.map((other) => Number(other['part']))) + 1;
      moved.push({ id: row.id, part });
      alike.push({ ...row, part });
    } else moved.push({ id: row.id });
  }
  const numbered = moved.filter(({ part }) => part !== undefined);
  for (const { id, part } of numbered) await trx(table).where({ id }).update({ company_id: into, part });
  for (const ids of inParts(moved.filter(({ part }) => part === undefined))) {
    const those = ids.map(({ id }) => id);
    await trx(table).whereIn('id', those).update({ company_id: into });
  }
  for (const [id, other] of joined)
    await trx<StatementRow>('statements')
      .where({ kind: kind.name, record_id: id })
      .update({ record_id: other });
  return { moved: moved.map(({ id }) => id), joined };
}

/** Marks the statements about records with the company that is merged. */
async function nameCompany(trx: Trx, { name }: Kind, rows: OwnedRow[], company: number): Promise<void> {
  for (const part of inParts(rows))
    await trx<StatementRow>('statements')
      .where({ kind: name })
      .whereIn(
        'record_id',
        part.map(({ id }) => id),
      )
      .whereNull('merged_from')
      .update({ merged_from: company });
}

/** Deletes the rows of joined records, whose statements are kept. */
export async function removeJoined(
  trx: Trx,
  now: string,
  kind: Kind,
  ids: string[],
  { domain, companies }: { domain: string; companies: [from: number, into: number] },
): Promise<void> {
  for (const part of inParts(ids)) {
    const rows = (await trx(kind.storage.table).whereIn('id', part)) as OwnedRow[];
    await kind.beforeRemoval?.(trx, part, now);
    const keys = rows.map((row) => [domain, ...kind.storage.key.map((column) => String(row[column]))]);
    await noteDeletions(
      trx,
      rows.map(({ id }, i) => ({
        ...{ kind: kind.name, record_id: id, natural_key: JSON.stringify(keys[i]) },
        ...{ company_id: companies[0], deleted_at: now },
      })),
    );
    await noteChanges(
      trx,
      now,
      rows.map(({ id }, i): LogEntry => ({
        ...{ op: 'delete', kind: kind.name, record: id, key: keys[i]! },
        ...{ companies, fields: null },
      })),
    );
    await trx(kind.storage.table).whereIn('id', part).delete();
    if (kind.searchDocuments) await enqueue(trx, kind.name, part);
  }
}

/** Records that records have moved to another company: in the change log, for company sync and for search. */
export async function noteMoved(
  trx: Trx,
  now: string,
  kind: Kind,
  ids: string[],
  { domain, companies }: { domain: string; companies: number[] },
): Promise<void> {
  for (const part of inParts(ids)) {
    const rows = (await trx(kind.storage.table).whereIn('id', part)) as OwnedRow[];
    await trx(kind.storage.table).whereIn('id', part).update({ updated_at: now });
    await noteChanges(
      trx,
      now,
      rows.map((row): LogEntry => ({
        ...{ op: 'upsert', kind: kind.name, record: row.id, companies, fields: null },
        key: [domain, ...kind.storage.key.map((column) => String(row[column]))],
      })),
    );
    if (kind.searchDocuments) await enqueue(trx, kind.name, part);
  }
}
