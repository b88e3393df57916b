import type { Tracked, Trx } from '@dossier/store';
import type { SeenKeys, Kind, Outcome } from './kind.ts';
import { readReferences, type CompanyReference, type ReferredCompany } from './references.ts';
import { contentHash, putRows, rowsOfKeys, rowsWhere, stableId } from './rows.ts';

/** A row of a table whose records belong to companies. */
type RowOfCompany = Tracked & { id: string; company_id: number };
type ContentOf<Row> = Omit<Row, 'id' | keyof Tracked>;

/** How the records of a kind become such rows. */
export interface RowRules<Given, Row> {
  /** What the columns of the natural key hold, after the company. */
  keyOf: (given: Given) => string[];
  /** The id of a new record. */
  idOf: (company: ReferredCompany, key: string[]) => string;
  /** What is stored once the record is merged into it, or why it is rejected: a new one must be whole. */
  contentOf: (
    given: Given,
    to: { company: ReferredCompany; id: string; stored: Row | undefined },
  ) => ContentOf<Row> | { reason: string };
  /** Is told of each record that is not rejected, and gives its warnings. */
  onTaken?: (given: Given, row: Row, stored: Row | undefined) => string[];
}

/**
 * Stores a batch of records that belong to companies, each found by its natural key, and answers for each in order.
 * `touched` are the ids of what is new or changed.
 */
export async function upsertRows<Given extends CompanyReference, Row extends RowOfCompany>(
  trx: Trx,
  { name, storage: { table, key: columns } }: Pick<Kind, 'name' | 'storage'>,
  records: Given[],
  { now, seenKeys }: { now: string; seenKeys: SeenKeys },
  { keyOf, idOf, contentOf, onTaken }: RowRules<Given, Row>,
): Promise<{ outcomes: Outcome[]; touched: string[] }> {
  const references = await readReferences(trx, records);
  const named = records.map((given) => {
    const company = references.company(given);
    if (!company) return undefined;
    const parts = keyOf(given);
    return { company, parts, key: textOf(name, company.id, parts) };
  });
  const whole = named.filter((each) => each !== undefined);
  const storedRows = await rowsOfKeys<Row>(
    trx,
    table,
    columns,
    whole.map(({ company, parts }) => [company.id, ...parts]),
  );
  const partsOf = (row: Row) => columns.map((column) => (row as Record<string, unknown>)[column] as string);
  const stored = new Map(storedRows.map((row) => [textOf(name, row.company_id, partsOf(row)), row]));
  await seenKeys.read(whole.map(({ key }) => key));

  const rows = trackedRows<Row>(table, now);
  const ids = await rows.freeIds(
    trx,
    whole.filter(({ key }) => !stored.has(key)).map(({ company, parts, key }) => [key, idOf(company, parts)]),
  );
  const outcomes = records.map((given, index): Outcome => {
    const at = named[index];
    if (!at) return { outcome: 'rejected', reason: references.problem(given) };
    const { company, key } = at;
    const before = stored.get(key);
    const id = before?.id ?? ids.get(key)!;
    const content = contentOf(given, { company, id, stored: before });
    if ('reason' in content) return { outcome: 'rejected', reason: content.reason };
    const { outcome, row } = rows.decide(before, id, content);
    const earlier = seenKeys.find(key);
    if (earlier !== undefined && outcome !== 'unchanged') {
      return { outcome: 'rejected', reason: `duplicate ${name}: ${earlier} gives it with other content` };
    }
    seenKeys.add(key, index);
    stored.set(key, row);
    if (outcome !== 'unchanged') rows.take(row);
    const warnings = onTaken?.(given, row, before);
    return { outcome, id: row.id, ...(warnings && { warnings }) };
  });
  await rows.write(trx);
  return { outcomes, touched: rows.ids() };
}

const textOf = (name: string, companyId: number, parts: string[]): string =>
  [name, companyId, ...parts].join(' ');

/** Collects the rows of a batch that are new or changed, and writes them at its end. */
function trackedRows<Row extends RowOfCompany>(table: string, now: string) {
  const rows = new Map<string, Row>();
  const free = new Set<string>();
  return {
    /**
     * Ids for records that are new, in one statement. A company that takes over the domain of another makes the ids
     * that the other made there: one that a row has gives way to the next, which is made of it.
     * @param wanted by the key of the record, the id that is made of it
     */
    async freeIds(trx: Trx, wanted: [key: string, id: string][]): Promise<Map<string, string>> {
      const ids = new Map<string, string>();
      for (let open = new Map(wanted); open.size > 0;) {
        const found = await rowsWhere<{ id: string }>(trx, table, 'id', open.values(), ['id']);
        const taken = new Set(found.map(({ id }) => id));
        const next = new Map<string, string>();
        for (const [key, id] of open) {
          if (taken.has(id) || free.has(id)) {
            next.set(key, stableId(id));
            continue;
          }
          ids.set(key, id);
          free.add(id);
        }
        open = next;
      }
      return ids;
    },
    /** Decides by the hash of the content; `id` only serves a record that is new. */
    decide(stored: Row | undefined, id: string, content: ContentOf<Row>) {
      const content_hash = contentHash(content);
      if (stored?.content_hash === content_hash) return { outcome: 'unchanged' as const, row: stored };
      const created_at = stored?.created_at ?? now;
      const row = { ...stored, ...content, id: stored?.id ?? id, created_at, updated_at: now, content_hash };
      const outcome: 'changed' | 'new' = stored ? 'changed' : 'new';
      return { outcome, row: row as unknown as Row };
    },
    take: (row: Row) => rows.set(row.id, row),
    ids: () => [...rows.keys()],
    /** What is new takes the place of nothing: it fails where its id is there. */
    async write(trx: Trx): Promise<void> {
      const all = [...rows.values()];
      await putRows(
        trx,
        table,
        all.filter(({ id }) => free.has(id)),
      );
      await putRows(
        trx,
        table,
        all.filter(({ id }) => !free.has(id)),
        'id',
      );
    },
  };
}
