import type { Change, Checksums, Company, CompanyFields, Gets, Posts } from './contract.ts';
import { DossierError, FinalError } from './errors.ts';
import { readLines } from './lines.ts';
import { addressOf, sender, type ClientOptions } from './request.ts';

export type { Change } from './contract.ts';

/** A place in the change feed. */
export interface Place {
  seq: number;
  epoch: string;
}

export type Snapshot = Gets['/api/v1/snapshots/']['output']['snapshots'][number];
export type SnapshotFile = Snapshot['files'][number];
export type Kind = Gets['/api/v1/records/{kind}/']['input']['kind'];
/** A record of a copy, as the service returned it. */
export type Row = Record<string, unknown>;

/** Returns the id of a record. */
export const idOf = (kind: Kind, row: Row): string =>
  String(row[kind === 'event' ? 'event_id' : kind === 'metric' ? 'metric_id' : 'id']);

type Get = keyof Gets;
type Post = keyof Posts;
/** The items of a list. */
type ItemOf<Output> = Output extends unknown
  ? { [Name in keyof Output]: Output[Name] extends (infer Item)[] ? Item : never }[keyof Output]
  : never;
/** Any address that the types do not know: a link of a response. */
type Link = `http${string}`;
type Lookup = { id: number } | { company_domain: string } | { company_slug: string };
type CompanyField = keyof CompanyFields;

interface Page {
  pagination?: {
    next_link?: string | null;
    next?: string | null;
    next_offset?: number | null;
    has_more?: boolean;
    last_seq?: number;
  } | null;
  next_after?: string | null;
}

/** Returns the address of the next page: a link, or the address of this page with the place after it. */
function nextOf(address: string, { pagination, next_after }: Page): string | null | undefined {
  const { next_link, next, next_offset: offset, has_more, last_seq } = pagination ?? {};
  const after = has_more ? last_seq : next_after;
  if (offset == null && after == null) return next_link ?? next;
  const [path, query] = address.split('?');
  const given = Object.fromEntries(new URLSearchParams(query));
  return addressOf(path!, { ...given, ...(offset == null ? { after } : { offset }) });
}

/** The most ids of a request, which fit into an address. */
const IDS_AT_ONCE = 100;

/** Returns a client of a service. */
export function createClient(options: ClientOptions) {
  const send = sender(options);
  const read = async (response: Response) => await response.json();

  /** Sends a GET. The input has the parameters of the path, and those of the query. */
  const get = <P extends Get>(path: P, input?: Gets[P]['input']): Promise<Gets[P]['output']> =>
    send({ address: addressOf(path, input), read }) as Promise<Gets[P]['output']>;

  /** Sends a list, a search or a lookup as POST. */
  const post = <P extends Post>(path: P, input: Posts[P]['input']): Promise<Posts[P]['output']> =>
    send({ address: path, body: input, read }) as Promise<Posts[P]['output']>;

  /**
   * Yields the items of a list, page by page. A page that fails is read again, so that no item is missing or repeated.
   * @param path the path of a list, or the `page` of an error to go on from it
   * @throws DossierError with the address of its page
   */
  async function* list<P extends Get>(
    path: P | Link,
    input?: Gets[P]['input'],
  ): AsyncGenerator<ItemOf<Gets[P]['output']>> {
    const seen = new Set<string>();
    for (let address: string | null | undefined = addressOf(path, input); address;) {
      if (seen.has(address)) throw new FinalError(`The list ${path} repeats its page ${address}.`);
      seen.add(address);
      const current: string = address;
      const page = (await send({ address, read }).catch((error: unknown) => {
        if (error instanceof DossierError) error.page = new URL(current, options.url).href;
        throw error;
      })) as Page;
      const items = Object.values(page).find(Array.isArray) as ItemOf<Gets[P]['output']>[] | undefined;
      if (!items) throw new FinalError(`${path} is not a list.`);
      yield* items;
      address = nextOf(address, page);
    }
  }

  /** Returns a company; with `fields`, only these and its `id`. */
  async function company<F extends CompanyField = never>(
    lookup: Lookup & { fields?: readonly F[] },
  ): Promise<[F] extends [never] ? Company : Required<Pick<CompanyFields, F | 'id'>>> {
    const { fields, ...found } = lookup;
    const output = await get('/api/v1/companies/', { ...found, fields: fields && [...fields] });
    return (output as { company: unknown }).company as never;
  }

  /** Yields pages of changes after a place, each with the place after it. Ends with the newest one, or waits for more. */
  async function* changes(
    from: Place,
    { wait = 0, limit = 1000 }: { wait?: number; limit?: number } = {},
  ): AsyncGenerator<{ changes: Change[]; place: Place }> {
    for (let place = from; ;) {
      const input = { after: place.seq, epoch: place.epoch, limit, wait };
      const page = await get('/api/v1/changes/', input);
      const { has_more, last_seq: seq, epoch } = page.pagination;
      place = { seq, epoch };
      yield { changes: page.changes, place };
      if (!has_more && wait === 0) return;
    }
  }

  /** Returns the records with these ids, without unknown ones. */
  async function records(kind: Kind, ids: readonly (string | number)[]): Promise<Row[]> {
    const found: Row[] = [];
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const part = ids.slice(from, from + IDS_AT_ONCE).map(String);
      found.push(...((await get('/api/v1/records/{kind}/', { kind, ids: part })).records as Row[]));
    }
    return found;
  }

  return {
    get,
    post,
    list,
    company,
    changes,
    records,
    /** Returns the newest snapshot; undefined if the service has none. */
    newestSnapshot: async (): Promise<Snapshot | undefined> => (await get('/api/v1/snapshots/')).snapshots[0],
    /** Yields the rows of a file of a snapshot. A lost connection goes on where it ended. */
    rowsOf: (file: SnapshotFile) => readLines(send, file),
    checksums: (input: Gets['/api/v1/checksums/{kind}/']['input']): Promise<Checksums> =>
      get('/api/v1/checksums/{kind}/', input),
  };
}
export type Client = ReturnType<typeof createClient>;
