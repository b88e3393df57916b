import { domainOfUrl, foldDomain } from '@dossier/shared';
import { insertRows, type Db, type Trx } from '@dossier/store';
import { type Kind } from '../kinds/kind.ts';
import { noSeenKeys } from '../ledger/seen-keys.ts';
import { upsert } from '../ledger/upsert.ts';
import { removeRecords } from '../ledger/remove.ts';
import { keyValues, rowsOfKeys, rowsWhere, type OwnedRow } from '../stored/rows.ts';
import type { RecordId } from '../stored/storage.ts';
import { hasWrongBytes } from '../files/decode.ts';
import { undone } from './transaction.ts';
import type { Reject } from '../rows/types.ts';
import { validate } from '../rows/validate.ts';

/** Stored records read at a time. */
const STEP = 1000;
/** Records removed at a time: documents are long. */
const REMOVE_STEP = 100;

/** The difference between a full load and the database: stored records without a row in the feed are missing. */
export interface FeedDiff {
  /** Notes records of the feed. */
  saw(ids: RecordId[]): Promise<void>;
  /** Compares the whole feed with the stored records, and counts. */
  compare(trx: Trx, kind: Kind): Promise<{ missing: number; stored: number }>;
  /** Yields the missing records, after `compare`. */
  missing(): AsyncGenerator<RecordId[]>;
}

/** Keeps ids in a scratch database, as `createSeenKeys` does, so that millions take no memory. */
export async function createFeedDiff(scratch: Db): Promise<FeedDiff> {
  // Columns without a type: numbers stay numbers, and text stays text.
  await scratch.raw('create table seen (id primary key)');
  await scratch.raw('create table stored (id primary key, company_id)');
  await scratch.raw('create table missing (id primary key)');
  await scratch.raw('create index stored_by_company on stored (company_id)');
  const put = (table: string, rows: object[]) =>
    scratch.transaction((trx) => insertRows(trx, table, rows, { ignoreBy: 'id' }));
  const seen = () => scratch('seen').select('id');
  return {
    saw: (ids) =>
      put(
        'seen',
        ids.map((id) => ({ id })),
      ),
    compare: async (trx, { storage: { table, ofCompany } }) => {
      const columns = ofCompany ? ['id', 'company_id'] : ['id'];
      for (let last: RecordId | undefined; ;) {
        const query = trx(table).select(columns).orderBy('id').limit(STEP);
        if (last !== undefined) query.where('id', '>', last);
        const rows = (await query) as { id: RecordId }[];
        if (rows.length === 0) break;
        await put('stored', rows);
        last = rows.at(-1)!.id;
      }
      const missingRows = scratch('stored').whereNotIn('id', seen()).select('id');
      const companies = scratch('stored').whereIn('id', seen()).select('company_id');
      if (ofCompany) missingRows.whereIn('company_id', companies);
      // Stored in a table, because the query reads everything.
      await scratch('missing').insert(missingRows);
      const missing = await countOf(scratch('missing'));
      return { missing, stored: missing + (await countOf(scratch('stored').whereIn('id', seen()))) };
    },
    missing: async function* () {
      for (let last: RecordId | undefined; ;) {
        const query = scratch('missing').orderBy('id').limit(REMOVE_STEP).select('id');
        if (last !== undefined) query.where('id', '>', last);
        const ids = ((await query) as { id: RecordId }[]).map(({ id }) => id);
        if (ids.length === 0) return;
        yield ids;
        last = ids.at(-1)!;
      }
    },
  };
}

const countOf = async (query: {
  count(columns: object): { first(): PromiseLike<unknown> };
}): Promise<number> => Number(((await query.count({ n: '*' }).first()) as { n: number }).n);

/**
 * Removes the records that are missing from the feed of a full load.
 * @param options.check receives how many are missing, of how many records; it throws when these are too many
 * @param options.onMissing receives records before they are removed
 */
export async function removeMissing(
  trx: Trx,
  now: string,
  options: {
    kind: Kind;
    feedDiff: FeedDiff;
    /** How many records this load has created. */
    created: number;
    check: (found: { missing: number; stored: number }) => void;
    onMissing: (ids: RecordId[]) => Promise<void>;
  },
): Promise<void> {
  const { kind, feedDiff, created, check, onMissing } = options;
  const { missing, stored } = await feedDiff.compare(trx, kind);
  check({ missing, stored: stored - created });
  for await (const ids of feedDiff.missing()) {
    await onMissing(ids);
    await removeRecords(trx, kind, ids, now);
  }
}

/**
 * Finds the stored records of rejected rows whose natural keys can be read: a wrong row still shows that its record is
 * not missing. `unread` counts the other rows.
 */
export async function namedRecords(
  trx: Trx,
  kind: Kind,
  rejected: Pick<Reject, 'given' | 'isGuess'>[],
  now: string,
): Promise<{ ids: RecordId[]; unread: number }> {
  const readings = rejected.flatMap(({ given = [] }, row) =>
    given.flatMap((value) => readNames(kind, value)).map((record) => ({ row, record })),
  );
  const outcomes =
    readings.length === 0
      ? []
      : await undone(trx, (inner) =>
          upsert(
            inner,
            kind,
            readings.map(({ record }) => record),
            now,
            noSeenKeys,
          ),
        );
  const ids = outcomes.map((each) =>
    each.outcome === 'rejected' || each.outcome === 'new' ? undefined : each.id,
  );
  const found = ids.filter((id) => id !== undefined);
  const isRead = (isGuess: boolean | undefined, at: number) =>
    readings.some(({ row }, i) => row === at && (!isGuess || ids[i] !== undefined));
  return {
    ids: [...found, ...(await siblingsOf(trx, kind, found))],
    unread: rejected.filter(({ isGuess }, row) => !isRead(isGuess, row)).length,
  };
}

/** Returns the records with the natural key of others: the key of a rejected row does not say which of them it is. */
async function siblingsOf(trx: Trx, kind: Kind, ids: RecordId[]): Promise<RecordId[]> {
  if (!kind.isSameRecord) return [];
  const { table, key } = kind.storage;
  const rows = await rowsWhere<OwnedRow>(trx, table, 'id', ids);
  const keys = rows.map((row): [number, ...string[]] => [row.company_id, ...keyValues(key, row)]);
  return (await rowsOfKeys<OwnedRow>(trx, table, key, keys)).map(({ id }) => id);
}

/** Returns the natural key of a value, once for each way to read it. */
function readNames(kind: Kind, value: unknown): unknown[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  const named = kind.nameOf(value as Record<string, unknown>) as Record<string, unknown>;
  return eachWay(named)
    .flatMap(eachSpelling)
    .flatMap((each) => {
      const read = hasWrongBytes(JSON.stringify(each)) ? undefined : validate(kind.record, each);
      return read && 'record' in read ? [read.record] : [];
    });
}

const WAYS = [
  ...['domain', 'cik', 'external_id'],
  ...['company', 'company_cik', 'company_ticker', 'company_external_id', 'company_name'],
];

/** Splits a key that names its company in several ways into one for each: if they disagree, any may be right. */
function eachWay(named: Record<string, unknown>): Record<string, unknown>[] {
  const ways = WAYS.filter((way) => named[way] !== undefined);
  if (ways.length < 2) return [named];
  const rest = Object.entries(named).filter(([field]) => !WAYS.includes(field));
  return ways.map((way) => ({ ...Object.fromEntries(rest), [way]: named[way] }));
}

/** Reads a domain from a web address, with and without `www.`, since either may be stored. */
function eachSpelling(named: Record<string, unknown>): Record<string, unknown>[] {
  const way = ['domain', 'company'].find((each) => typeof named[each] === 'string');
  const text = way === undefined ? '' : (named[way] as string);
  const domain = foldDomain(text) === undefined ? domainOfUrl(text.trim()) : undefined;
  if (domain === undefined) return [named];
  return [...new Set([domain, domain.replace(/^www\./, '')])].map((each) => ({ ...named, [way!]: each }));
}
