import type { Tracked, Trx } from '@dossier/store';
import type { Kind, Outcome, SeenKeys } from './kind.ts';
import { readReferences, type CompanyReference, type ReferredCompany } from './references.ts';
import { putRows, rowsOfKeys, rowsWhere, stableId, statedHash, statesSame } from './rows.ts';

/** A row of a table whose records belong to companies. */
type RowOfCompany = Tracked & { id: string; company_id: number };
/** The columns of a row that a kind decides. */
type Columns<Row> = Omit<Row, 'id' | 'company_id' | keyof Tracked>;
/** The columns that state what a record says, once it is merged into the stored row. */
export type Stated<Row, Derived extends keyof Columns<Row> = never> = Omit<Columns<Row>, Derived>;

/** How records of a kind become rows. */
export interface RowRules<Given, Row, Derived extends keyof Columns<Row> = never> {
  /** Returns the natural key, after the company, in the order of `Storage.key`. */
  keyOf: (given: Given) => string[];
  /** Returns the id of a new record. */
  idOf: (company: ReferredCompany, key: string[]) => string;
  /**
   * Returns what the record says once it is merged into the stored row, or why it is rejected. Only this decides
   * whether the row changes.
   */
  contentOf: (
    given: Given,
    to: { company: ReferredCompany; id: string; stored: Row | undefined },
  ) => Stated<Row, Derived> | { reason: string };
  /**
   * Returns the columns that follow from the content. They are written with it, but never make a row count as
   * changed: a migration that adds such a column also fills it for the stored rows.
   */
  derived?: (content: Stated<Row, Derived>) => Pick<Row, Derived>;
  /** Called for each record that is stored or unchanged. Returns warnings. */
  onAccepted?: (given: Given, row: Row, stored: Row | undefined) => string[];
}

/**
 * Stores a batch of records that belong to companies, each found by its natural key.
 * @returns the outcomes in the order of the records, and the ids of new and changed rows
 */
export async function upsertRows<
  Given extends CompanyReference,
  Row extends RowOfCompany,
  Derived extends keyof Columns<Row> = never,
>(
  trx: Trx,
  { name, storage: { table, key: columns } }: Pick<Kind, 'name' | 'storage'>,
  records: Given[],
  { now, seenKeys }: { now: string; seenKeys: SeenKeys },
  { keyOf, idOf, contentOf, derived, onAccepted }: RowRules<Given, Row, Derived>,
): Promise<{ outcomes: Outcome[]; touched: string[] }> {
  const references = await readReferences(trx, records);
  const named = records.map((given) => {
    const company = references.company(given);
    if (!company) return undefined;
    const parts = keyOf(given);
    return { company, parts, key: textOf(name, company.id, parts) };
  });
  const found = named.filter((each) => each !== undefined);
  const storedRows = await rowsOfKeys<Row>(
    trx,
    table,
    columns,
    found.map(({ company, parts }) => [company.id, ...parts]),
  );
  const partsOf = (row: Row) => columns.map((column) => (row as Record<string, unknown>)[column] as string);
  const stored = new Map(storedRows.map((row) => [textOf(name, row.company_id, partsOf(row)), row]));
  await seenKeys.read(found.map(({ key }) => key));
  const ids = await freeIds(
    trx,
    table,
    found.filter(({ key }) => !stored.has(key)).map(({ company, parts, key }) => [key, idOf(company, parts)]),
  );

  const touched = new Map<string, Row>();
  const outcomes = records.map((given, index): Outcome => {
    const at = named[index];
    if (!at) return { outcome: 'rejected', reason: references.problem(given) };
    const { company, key } = at;
    const before = stored.get(key);
    const id = before?.id ?? ids.get(key)!;
    const content = contentOf(given, { company, id, stored: before });
    if ('reason' in content) return { outcome: 'rejected', reason: content.reason };
    const content_hash = statedHash(content);
    const isSame = before && (before.content_hash === content_hash || statesSame(before, content));
    const earlier = seenKeys.find(key);
    if (earlier !== undefined && !isSame) {
      return { outcome: 'rejected', reason: `duplicate ${name}: ${earlier} has it with other content` };
    }
    seenKeys.add(key, index);
    const tracked = { created_at: before?.created_at ?? now, updated_at: now, content_hash };
    const written = () => ({
      ...before,
      id,
      company_id: company.id,
      ...content,
      ...derived?.(content),
      ...tracked,
    });
    const row = isSame ? before : (written() as unknown as Row);
    if (!isSame) touched.set(id, row);
    stored.set(key, row);
    const warnings = onAccepted?.(given, row, before);
    const outcome = isSame ? 'unchanged' : before ? 'changed' : 'new';
    return { outcome, id, ...(warnings && { warnings }) };
  });

  const rows = [...touched.values()];
  const isNew = new Set(ids.values());
  // Without `replaceBy`, a new row whose id exists fails instead of replacing the other.
  await putRows(
    trx,
    table,
    rows.filter(({ id }) => isNew.has(id)),
  );
  await putRows(
    trx,
    table,
    rows.filter(({ id }) => !isNew.has(id)),
    'id',
  );
  return { outcomes, touched: [...touched.keys()] };
}

const textOf = (name: string, companyId: number, parts: string[]): string =>
  [name, companyId, ...parts].join(' ');

/**
 * Returns an unused id for each new record. A company that takes over the domain of another makes the same ids as the
 * other did: when an id is in use, the next is made from it.
 * @param fresh the key of each new record, with the id made from it
 */
async function freeIds(
  trx: Trx,
  table: string,
  fresh: [key: string, id: string][],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const used = new Set<string>();
  for (let open = new Map(fresh); open.size > 0;) {
    for (const { id } of await rowsWhere<{ id: string }>(trx, table, 'id', open.values(), ['id']))
      used.add(id);
    const next = new Map<string, string>();
    for (const [key, id] of open) {
      if (used.has(id)) next.set(key, stableId(id));
      else {
        ids.set(key, id);
        used.add(id);
      }
    }
    open = next;
  }
  return ids;
}
