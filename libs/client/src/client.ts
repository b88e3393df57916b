import { addressOf, FinalError, request, type ClientOptions, type Query } from './request.ts';
import { readLines } from './lines.ts';

export type Row = Record<string, unknown>;
export const kinds = ['company', 'category', 'document', 'filing', 'event', 'news', 'metric'] as const;
export type Kind = (typeof kinds)[number];

/** The field with the id of a record. */
const ID: Partial<Record<Kind, string>> = { event: 'event_id', metric: 'metric_id' };
export const idOf = (kind: Kind, row: Row): string => String(row[ID[kind] ?? 'id']);

/** A change of a record. */
export interface Change {
  seq: number;
  op: 'upsert' | 'delete';
  kind: Kind | 'dataset';
  id: string | number;
  company_ids: number[];
}

/** A place in the change feed. */
export interface Place {
  seq: number;
  epoch: string;
}

interface SnapshotFile {
  name: string;
  kind: string;
  format: string;
  rows: number;
  bytes: number;
  sha256: string;
  url: string;
}
export interface Snapshot extends Place {
  id: string;
  files: SnapshotFile[];
}

interface Page {
  pagination?: { next_link?: string | null; next?: string | null } | null;
}

/** Returns a client of a service. */
export function createClient(options: ClientOptions) {
  const get = <T>(path: string, query?: Query): Promise<T> =>
    request(options, addressOf(path, query), async (response) => (await response.json()) as T);

  /** Yields the items of a list, page by page. A page that fails is read again, so no item is missing or repeated. */
  async function* list<T = Row>(path: string, query: Query = {}): AsyncGenerator<T> {
    const seen = new Set<string>();
    for (let address: string | null | undefined = addressOf(path, query); address;) {
      if (seen.has(address)) throw new FinalError(`The list ${path} repeats its page ${address}.`);
      seen.add(address);
      const page: Page & Record<string, unknown> = await get(address);
      const items = Object.values(page).find(Array.isArray) as T[] | undefined;
      if (!items) throw new FinalError(`${path} is no list.`);
      yield* items;
      address = page.pagination?.next_link ?? page.pagination?.next;
    }
  }

  /** Yields pages of changes after a place, each with the place after it. Ends with the newest one, or waits for more. */
  async function* changes(
    from: Place,
    { wait = 0, limit = 1000 }: { wait?: number; limit?: number } = {},
  ): AsyncGenerator<{ changes: Change[]; place: Place }> {
    for (let place = from; ;) {
      const query = { after: place.seq, epoch: place.epoch, limit, wait };
      const page = await get<{
        changes: Change[];
        pagination: { has_more: boolean; last_seq: number; epoch: string };
      }>('/api/v1/changes/', query);
      const { has_more, last_seq: seq, epoch } = page.pagination;
      place = { seq, epoch };
      yield { changes: page.changes, place };
      if (!has_more && wait === 0) return;
    }
  }

  /** The most ids of a request, which fit into an address. */
  const AT_ONCE = 100;
  async function records(kind: Kind, ids: readonly (string | number)[]): Promise<Row[]> {
    const found: Row[] = [];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const part = ids.slice(from, from + AT_ONCE);
      found.push(...(await get<{ records: Row[] }>(`/api/v1/records/${kind}/`, { ids: part })).records);
    }
    return found;
  }

  return {
    get,
    list,
    changes,
    /** Returns the records with these ids, without unknown ones. */
    records,
    /** Returns the newest snapshot; undefined if the service makes none. */
    newestSnapshot: async () => (await get<{ snapshots: Snapshot[] }>('/api/v1/snapshots/')).snapshots[0],
    /** Yields the rows of a file of a snapshot. A lost connection goes on where it ended. */
    rowsOf: (file: SnapshotFile) => readLines(options, file),
    checksums: (kind: Kind, query: Query) => get<Checksums>(`/api/v1/checksums/${kind}/`, query),
  };
}
export type Client = ReturnType<typeof createClient>;

export interface Checksums extends Place {
  rows: number;
  sha256: string;
  next_after: string | null;
  records?: { id: string; sha256: string }[];
}
