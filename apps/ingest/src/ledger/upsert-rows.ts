import { groupBy } from '@dossier/shared';
import { commit, type Change, type Trx } from '@dossier/store';
import { changedFields } from './changes.ts';
import { type Kind } from '../kinds/kind.ts';
import type { Outcome } from './outcome.ts';
import { recordKey, type SeenKeys } from './seen-keys.ts';
import { noteMatches, type Match } from './resolve/matches.ts';
import { readReferences } from './resolve/read-references.ts';
import { namedJson, type CompanyReference } from '../fields/references.ts';
import type { Columns, RowOfCompany, RowRules } from '../kinds/row-rules.ts';
import { rowsOfKeys, rowsWhere, storedValues } from '../stored/rows.ts';
import { stableId, statedHash, statesSame } from '../stored/hash.ts';
import type { StatedKind, Statements } from './statements/statements.ts';

type RowsKind = Pick<Kind, 'name' | 'storage' | 'shownBy'> & StatedKind;

/**
 * Stores a batch of records that belong to companies, each found by its natural key.
 * @returns the outcomes in the order of the records
 */
export async function upsertRows<
  Given extends CompanyReference,
  Row extends RowOfCompany,
  Derived extends keyof Columns<Row> = never,
>(
  trx: Trx,
  kind: RowsKind,
  records: Given[],
  {
    now,
    seenKeys,
    statements,
    ids: ownIds,
  }: { now: string; seenKeys: SeenKeys; statements: Statements; ids?: string[] | undefined },
  rules: RowRules<Given, Row, Derived>,
): Promise<Outcome[]> {
  const { keyOf, idOf, contentOf, derived, onAccepted, partRows, facts, parts } = rules;
  const {
    name,
    storage: { table, key: columns, shown },
  } = kind;
  const references = await readReferences(trx, records);
  const factsOf = (given: Given) => facts?.(given) ?? {};
  /** Returns the id of the statements about a record that does not exist yet. */
  const idOfHeld = (id: string, given: Given) => stableId('held', id, parts?.mark(given) ?? '');
  const named = records.map((given) => {
    const company = references.company(given, factsOf(given));
    if (!company) return undefined;
    const values = keyOf(given);
    const key = textOf(name, company.id, values);
    const match = references.matchOf(given, factsOf(given));
    const heldId = match?.status === 'pending' ? idOfHeld(idOf(company, values), given) : undefined;
    return { company, values, key, match, heldId, merged: references.mergedFrom(given, company) };
  });
  const found = named.filter((each) => each !== undefined);
  const storedRows = await rowsOfKeys<Row>(
    trx,
    table,
    columns,
    found.map(({ company, values }) => [company.id, ...values]),
  );
  await statements.read(trx, kind, [
    ...storedRows.map(({ id }) => id),
    ...found.flatMap(({ heldId }) => heldId ?? []),
  ]);
  const valuesOf = (row: Row) => columns.map((column) => (row as Record<string, unknown>)[column] as string);
  const partOf = (row: Row) => parts?.partOf(row) ?? 1;
  /** The rows of each natural key, by part. */
  const stored = new Map<string, Map<number, Row>>();
  const remember = (key: string, row: Row) => {
    const rows = stored.get(key) ?? new Map<number, Row>();
    stored.set(key, rows.set(partOf(row), row));
  };
  for (const row of storedRows) remember(textOf(name, row.company_id, valuesOf(row)), row);
  const merged = new Set(found.map((each) => each.merged?.merged_id));
  await seenKeys.read([
    ...found.map((each) => seenKey(each.key, each.merged?.merged_id)),
    ...[...stored].flatMap(([key, rows]) =>
      [...rows.keys()].flatMap((part) => [undefined, ...merged].map((id) => seenKey(partKey(key, part), id))),
    ),
    ...storedRows.map(({ id }) => recordKey(name, id)),
    ...found.flatMap(({ heldId }) => heldId ?? []),
  ]);
  const ids = await freeIds(trx, table, [
    ...found
      .filter(({ key }) => !stored.has(key))
      .map(({ company, values, key }): [string, string] => [key, idOf(company, values)]),
    ...(parts ? nextParts() : []),
  ]);
  const isNew = new Set(ids.values());

  /** The keys and ids of the parts that may become new: of each key with several records, or one that agrees with no row. */
  function nextParts(): [key: string, id: string][] {
    const open = new Set<string>();
    const counts = new Map<string, number>();
    records.forEach((given, index) => {
      const key = named[index]?.key;
      if (key === undefined) return;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const rows = [...(stored.get(key)?.values() ?? [])];
      // The first of several records may change the row that another one agrees with now.
      if (counts.get(key)! > 1 || !rows.some((row) => parts!.isSame(given, row) !== false)) open.add(key);
    });
    const companies = new Map(found.filter(({ key }) => open.has(key)).map((each) => [each.key, each]));
    return [...companies].flatMap(([key, { company, values }]) => {
      const last = Math.max(0, ...(stored.get(key)?.keys() ?? []));
      return Array.from({ length: counts.get(key)! }, (_, i) => last + 1 + i)
        .filter((part) => part > 1)
        .map((part): [string, string] => [partKey(key, part), idOf(company, [...values, String(part)])]);
    });
  }

  /** Returns the new rows of parts, by record. */
  async function replacedParts(): Promise<[id: string, rows: Record<string, object[]>][]> {
    const [part] = kind.storage.parts;
    if (!part || replacing.size === 0) return [];
    const rows = await rowsWhere<Record<string, string>>(trx, part.table, part.record, replacing.keys());
    const before = groupBy(rows, (row) => row[part.record]!);
    return [...replacing].map(([id, given]) => [
      id,
      { [part.table]: partRows!.rowsOf(given, before.get(id) ?? [], now) },
    ]);
  }

  /** Returns where the load has seen a record, also if a repeated row was about it. */
  const findSeen = (key: string, id: string | undefined): string | undefined =>
    seenKeys.find(key) ?? (id === undefined ? undefined : seenKeys.find(recordKey(name, id)));

  /** Returns the part that a record is: a stored one, or the next. @param id that of the record, if it is known */
  const choosePart = (given: Given, key: string, id: string | undefined): number => {
    const rows = [...(stored.get(key) ?? new Map<number, Row>())];
    if (!parts || rows.length === 0) return 1;
    const samePart =
      rows.find(([, row]) => row.id === id) ?? rows.find(([, row]) => parts.isSame(given, row) !== false);
    if (samePart) return samePart[0];
    // A single record that this load has not stored yet is corrected; otherwise the record is another one.
    const isFree = ([part, row]: [number, Row]) => findSeen(partKey(key, part), row.id) === undefined;
    const free = id === undefined ? rows.filter(isFree) : [];
    return rows.length === 1 && free.length === 1 ? free[0]![0] : Math.max(...rows.map(([part]) => part)) + 1;
  };

  const touched = new Map<string, Row>();
  const replacing = new Map<string, Given>();
  const changes = new Map<string, Change>();
  const matched: { index: number; match: Match; noted: { id?: number } }[] = [];
  const outcomes = records.map((given, index): Outcome => {
    const at = named[index];
    if (!at) return { outcome: 'rejected', reason: references.problem(given, factsOf(given)) };
    const { company, key, match, merged } = at;
    const mergedFrom = merged?.merged_id;
    const domain = merged?.domain ?? company.domain;
    const part = choosePart(given, key, ownIds?.[index]);
    const before = stored.get(key)?.get(part);
    const held = at.heldId !== undefined;
    const id = before?.id ?? at.heldId ?? ids.get(partKey(key, part))!;
    const byName = match && {
      index,
      match,
      noted: (match.id === undefined ? {} : { id: match.id }) as { id?: number },
    };
    const foundBy = {
      identity: { company: domain },
      match: byName?.noted,
      mergedFrom,
      held,
      named: namedJson(given, domain),
    };
    const { record, keep, isRepeated } = statements.merge(index, given, { id }, foundBy);
    const content = contentOf(record, { company, id, stored: before, now });
    if ('reason' in content) return { outcome: 'rejected', reason: content.reason };
    if (byName) matched.push(byName);
    if (held) {
      const first = seenKeys.find(at.heldId!);
      if (first !== undefined && !isRepeated)
        return { outcome: 'rejected', reason: `duplicate ${name}: ${first} has it with other content` };
      seenKeys.add(at.heldId!, index);
      keep();
      return { outcome: 'held', id, way: match!.way };
    }
    const content_hash = statedHash(content);
    const isSame = before && (before.content_hash === content_hash || statesSame(before, content));
    // Rows that name a merged company are no duplicates of rows that name the other company.
    const seen = seenKey(partKey(key, part), mergedFrom);
    const earlier = findSeen(seen, mergedFrom === undefined ? before?.id : undefined);
    if (earlier !== undefined && !isSame) {
      return { outcome: 'rejected', reason: `duplicate ${name}: ${earlier} has it with other content` };
    }
    seenKeys.add(seen, index);
    const tracked = { created_at: before?.created_at ?? now, updated_at: now, content_hash };
    const written = () => ({
      ...before,
      id,
      company_id: company.id,
      ...content,
      ...derived?.(content),
      ...(parts && { part }),
      ...tracked,
    });
    const row = isSame ? before : (written() as unknown as Row);
    if (!isSame) {
      touched.set(id, row);
      const fields = before ? changedFields(before, content, shown) : null;
      const known = changes.get(id);
      const all = known && (known.fields && fields ? [...known.fields, ...fields] : null);
      changes.set(id, {
        op: 'upsert',
        kind: name,
        record: { id },
        isNew: isNew.has(id),
        row,
        key: [company.domain, ...at.values],
        companies: [company.id],
        fields: known ? all! : fields,
      });
    }
    remember(key, row);
    if (partRows?.isChanged(row, before)) replacing.set(id, record);
    const warnings = onAccepted?.(record, row, before);
    keep(warnings);
    const isMerged = isSame && earlier !== undefined && parts && parts.isSame(given, before) === undefined;
    const outcome = isMerged ? 'merged' : isSame ? 'unchanged' : before ? 'changed' : 'new';
    return { outcome, id, ...(warnings && { warnings }) };
  });

  const matches = await noteMatches(
    trx,
    now,
    matched.map(({ index, match }) => ({
      match,
      record: records[index]!,
      place: seenKeys.placeOf(index),
    })),
  );
  for (const [i, { noted }] of matched.entries()) noted.id = matches[i]!;
  for (const [id, rows] of await replacedParts()) changes.get(id)!.parts = rows;
  await commit(trx, now, { changes: [...changes.values()], statements: statements.changes() });
  const reindex = touched.size > 0 ? await kind.shownBy?.(trx, [...touched.keys()]) : undefined;
  if (reindex) await commit(trx, now, { reindex });
  return outcomes;
}

/** Returns the seen key of a record. A record of a merged company has its own. */
const seenKey = (key: string, mergedFrom: number | undefined): string =>
  mergedFrom === undefined ? key : `${key}\nof ${mergedFrom}`;

/** The key of the first part is the natural key itself. A name may end in `#2`, but no value has a line end. */
const partKey = (key: string, part: number): string => (part === 1 ? key : `${key}\n#${part}`);

const textOf = (name: string, companyId: number, values: string[]): string =>
  [name, companyId, ...values].join('\n');

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
    for (const id of await storedValues(trx, `${table}.id`, open.values())) used.add(id);
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
