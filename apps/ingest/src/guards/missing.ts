import { domainOfUrl, foldDomain } from '@dossier/shared';
import { insertRows, openDatabase, type Trx } from '@dossier/store';
import type { SeenKeys, Kind } from '../kinds/kind.ts';
import { removeRecords } from '../kinds/remove.ts';
import type { RecordId } from '../kinds/storage.ts';
import { hasWrongBytes } from '../files/decode.ts';
import { undone } from './transaction.ts';
import type { Reject } from '../rows/types.ts';
import { validate } from '../rows/validate.ts';

/** Stored records that are read together. */
const STEP = 1000;
/** Records that are looked at and removed together: documents are long. */
const GONE_STEP = 100;

/** Which records a full load has seen. What it has not seen is gone. */
export interface Presence {
  saw(ids: RecordId[]): Promise<void>;
  /** Compares with what is stored; called when the whole feed is read. */
  compare(trx: Trx, kind: Kind): Promise<{ gone: number; stored: number }>;
  gone(): AsyncGenerator<RecordId[]>;
  close(): Promise<void>;
}

/** Remembers ids in a scratch database without a name, as `openSeenKeys` does, so that millions take no memory. */
export async function openPresence(): Promise<Presence> {
  const scratch = openDatabase('sqlite:');
  await scratch.raw('pragma synchronous = off');
  // Without a type: numbers stay numbers, texts stay texts.
  await scratch.raw('create table seen (id primary key)');
  await scratch.raw('create table stored (id primary key, company_id)');
  await scratch.raw('create table gone (id primary key)');
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
      // Kept, since to work it out takes as long as all that is stored.
      await scratch('gone').insert(missingRows);
      const missing = await countOf(scratch('gone'));
      return { gone: missing, stored: missing + (await countOf(scratch('stored').whereIn('id', seen()))) };
    },
    gone: async function* () {
      for (let last: RecordId | undefined; ;) {
        const query = scratch('gone').orderBy('id').limit(GONE_STEP).select('id');
        if (last !== undefined) query.where('id', '>', last);
        const ids = ((await query) as { id: RecordId }[]).map(({ id }) => id);
        if (ids.length === 0) return;
        yield ids;
        last = ids.at(-1)!;
      }
    },
    close: () => scratch.destroy(),
  };
}

const countOf = async (query: {
  count(columns: object): { first(): PromiseLike<unknown> };
}): Promise<number> => Number(((await query.count({ n: '*' }).first()) as { n: number }).n);

/**
 * Removes what the feed of a full load no longer has.
 * @param check is told how much that is, of how many records, and throws when it is more than allowed
 * @param onGone is told of records before they are removed
 */
export async function removeGone(
  trx: Trx,
  now: string,
  options: {
    kind: Kind;
    presence: Presence;
    /** Records that this load has made. */
    made: number;
    check: (found: { gone: number; stored: number }) => void;
    onGone: (ids: RecordId[]) => Promise<void>;
  },
): Promise<void> {
  const { kind, presence, made, check, onGone } = options;
  const { gone, stored } = await presence.compare(trx, kind);
  check({ gone, stored: stored - made });
  for await (const ids of presence.gone()) {
    await onGone(ids);
    await removeRecords(trx, kind, ids, now);
  }
}

const noSeenKeys: SeenKeys = { read: async () => {}, find: () => undefined, add: () => {} };

/**
 * The stored records that rejected rows name, as far as their names can be read: a row that is wrong still says that
 * its record is there. `unread` are the rows of which nobody can tell what they name.
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
          kind.upsert(
            inner,
            readings.map(({ record }) => record),
            now,
            noSeenKeys,
          ),
        );
  const ids = outcomes.map((each) =>
    each.outcome === 'changed' || each.outcome === 'unchanged' ? each.id : undefined,
  );
  const isRead = (isGuess: boolean | undefined, at: number) =>
    readings.some(({ row }, i) => row === at && (!isGuess || ids[i] !== undefined));
  return {
    ids: ids.filter((id) => id !== undefined),
    unread: rejected.filter(({ isGuess }, row) => !isRead(isGuess, row)).length,
  };
}

/** What a value names, in each way that it may mean. */
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

const WAYS = ['domain', 'cik', 'company', 'company_cik', 'company_ticker', 'company_name'];

/** What names its company in several ways, in one way at a time: where they are at odds, any may be the right one. */
function eachWay(named: Record<string, unknown>): Record<string, unknown>[] {
  const ways = WAYS.filter((way) => named[way] !== undefined);
  if (ways.length < 2) return [named];
  const rest = Object.entries(named).filter(([field]) => !WAYS.includes(field));
  return ways.map((way) => ({ ...Object.fromEntries(rest), [way]: named[way] }));
}

/** A domain that is written as an address still says which it is; with and without `www.`, since it may be either. */
function eachSpelling(named: Record<string, unknown>): Record<string, unknown>[] {
  const way = ['domain', 'company'].find((each) => typeof named[each] === 'string');
  const text = way === undefined ? '' : (named[way] as string);
  const domain = foldDomain(text) === undefined ? domainOfUrl(text.trim()) : undefined;
  if (domain === undefined) return [named];
  return [...new Set([domain, domain.replace(/^www\./, '')])].map((each) => ({ ...named, [way!]: each }));
}
