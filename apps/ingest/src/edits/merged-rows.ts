import { groupBy, inParts } from '@dossier/shared';
import type { Change, CompanyRow, MovedStatement, StatementChanges, Reindex, Trx } from '@dossier/store';
import type { Kind } from '../kinds/kind.ts';
import { deletionOf } from '../ledger/changes.ts';
import { statementsOfMerged, type StatementAbout } from '../ledger/statements/merged.ts';
import { keyValues, rowsOfKeys, rowsWhere, type OwnedRow } from '../stored/rows.ts';

/** The records of a merged company: those that moved to another company, and those that both companies had. */
export interface MovedRows {
  moved: string[];
  /** Each record with the record of the other company that contains its statements now. */
  joined: [id: string, into: string][];
}

/** The two companies of a merge. */
export interface Merging {
  /** Their ids: that of the merged company, and that of the other one. */
  companies: [from: number, into: number];
  /** Their domains. */
  domains: [from: string, into: string];
}

const valuesOf = ({ storage: { key } }: Kind, row: OwnedRow) => keyValues(key, row);

/**
 * Returns the changes that move the records of a company, with their statements, to another company. If the other company has
 * a record with the same key, only the statements move, to that record.
 */
export async function moveRows(
  trx: Trx,
  kind: Kind,
  { companies: [from, into], domains }: Merging,
): Promise<{ done: MovedRows; changes: Change[]; statements: StatementChanges; reindex: Reindex[] }> {
  const { table, key } = kind.storage;
  const rows = (await trx(table).where({ company_id: from }).orderBy('id')) as OwnedRow[];
  if (rows.length === 0) return { done: { moved: [], joined: [] }, changes: [], statements: {}, reindex: [] };
  const others = await rowsOfKeys<OwnedRow>(
    trx,
    table,
    key,
    rows.map((row) => [into, ...valuesOf(kind, row)]),
  );
  const stored = groupBy(others, (row) => JSON.stringify(valuesOf(kind, row)));
  const ids = rows.map(({ id }) => id);
  const done: MovedRows = { moved: [], joined: [] };
  /** The records of the other company that one has joined, or that have just moved there: each is one record. */
  const used = new Set<string>();
  const changes = rows.map((row): Change => {
    const alike = stored.get(JSON.stringify(valuesOf(kind, row))) ?? [];
    const sameRow = alike.find((other) => !used.has(other.id) && (kind.isSameRecord?.(row, other) ?? true));
    used.add(sameRow?.id ?? row.id);
    if (sameRow) {
      done.joined.push([row.id, sameRow.id]);
      return deletionOf(kind, row.id, {
        ...{ key: [domains[0], ...valuesOf(kind, row)], companies: [from, into] },
        ...{ deletedFrom: [from], keepsStatements: true },
      });
    }
    done.moved.push(row.id);
    if (alike.length === 0) return moveOf(kind, row, { companies: [from, into], domains });
    const part = Math.max(...alike.map((other) => Number(other['part']))) + 1;
    alike.push({ ...row, part });
    return moveOf(kind, row, { companies: [from, into], domains }, { part });
  });
  const joined = new Map(done.joined);
  const change: MovedStatement[] = [];
  const move: MovedStatement[] = [];
  for (const moved of statementsOfMerged(await statementsAbout(trx, kind, ids), from)) {
    const into = joined.get(moved.record_id);
    if (into === undefined) change.push(moved);
    else move.push({ ...moved, record_id: into });
  }
  // Entries of other records show the company, too.
  const reindex = (await kind.shownBy?.(trx, ids)) ?? [];
  return { done, changes, statements: { change, move }, reindex };
}

/**
 * Returns the changes that join records of a company that are one record, such as two that the undo of a merge returns to
 * it, and the ids of those that stay, which need a rebuild.
 * @param touched the records that may have become the same as another one
 */
export async function joinSame(
  trx: Trx,
  kind: Kind,
  { id, domain }: Pick<CompanyRow, 'id' | 'domain'>,
  touched: string[],
): Promise<{ kept: string[]; changes: Change[]; statements: StatementChanges }> {
  const some = new Set(kind.isSameRecord ? touched : []);
  const own = await rowsWhere<OwnedRow>(trx, kind.storage.table, 'id', some);
  const rows = await rowsOfKeys<OwnedRow>(
    trx,
    kind.storage.table,
    kind.storage.key,
    own.filter((row) => row.company_id === id).map((row) => [id, ...valuesOf(kind, row)]),
  );
  const joined = new Map<string, string>();
  const changes: Change[] = [];
  for (const alike of groupBy(rows, (row) => JSON.stringify(valuesOf(kind, row))).values()) {
    const kept: OwnedRow[] = [];
    for (const row of alike.sort((a, b) => Number(a['part']) - Number(b['part']))) {
      const into = kept.find(
        (other) => (some.has(row.id) || some.has(other.id)) && kind.isSameRecord!(row, other),
      );
      if (!into) {
        kept.push(row);
        continue;
      }
      joined.set(row.id, into.id);
      changes.push(
        deletionOf(kind, row.id, {
          ...{ key: [domain, ...valuesOf(kind, row)], companies: [id] },
          ...{ deletedFrom: [id], keepsStatements: true },
        }),
      );
    }
  }
  const change = (await statementsAbout(trx, kind, [...joined.keys()])).map((row) => ({
    id: Number(row.id),
    record_id: joined.get(row.record_id)!,
  }));
  return { kept: [...new Set(joined.values())], changes, statements: { change } };
}

/** Returns the change that moves a record to another company. */
export const moveOf = (
  kind: Kind,
  row: OwnedRow,
  { companies, domains }: { companies: [from: number, into?: number]; domains: string[] },
  columns: object = {},
): Change => ({
  ...{ op: 'upsert', kind: kind.name, record: { id: row.id }, fields: null },
  ...{
    key: [domains.at(-1)!, ...valuesOf(kind, row)],
    companies: companies.filter((id) => id !== undefined),
  },
  columns: { company_id: companies.at(-1), ...columns },
});

/** Returns the statements about records, in the order of commits. Their content is empty, or null for a deletion. */
export async function statementsAbout(trx: Trx, { name }: Kind, ids: string[]): Promise<StatementAbout[]> {
  const statements: StatementAbout[] = [];
  for (const part of inParts(ids))
    statements.push(
      ...(await trx('statements')
        .where({ kind: name })
        .whereIn('record_id', part)
        .select<StatementAbout[]>(
          ...['id', 'record_id', 'merged_from'],
          trx.raw("case when content_json is not null then '' end as content_json"),
        )),
    );
  return statements.sort((a, b) => Number(a.id) - Number(b.id));
}
