import { changeMatches, insertRows, type CompanyMatchRow, type Trx } from '@dossier/store';
import { isObject } from '../../rows/types.ts';
import { originFields } from '../../fields/origin.ts';
import { rowsWhere } from '../../stored/rows.ts';
import { cut } from '../../rows/cut.ts';

/** How a row found a company if that is not sure. A stored match has an id. */
export interface Match extends Pick<CompanyMatchRow, 'source' | 'way' | 'name_key' | 'name' | 'company_id'> {
  id?: number;
  /** The rows of a pending match are held. */
  status: Exclude<CompanyMatchRow['status'], 'rejected'>;
  /** Which facts agree or contradict. */
  reason: string | null;
  /** The id that the source gives the company. */
  external_id?: string | null;
}

/** The stored matches of a batch. */
export interface Reviews {
  find(match: Pick<Match, 'source' | 'name_key' | 'company_id'>): CompanyMatchRow | undefined;
  /** Returns the match through which a source gave its id to a company. */
  ofId(source: string | undefined, externalId: string | undefined): CompanyMatchRow | undefined;
}

/** Returns a text that identifies a match. */
export const matchKey = ({
  source,
  name_key,
  company_id,
}: Pick<Match, 'source' | 'name_key' | 'company_id'>) => JSON.stringify([source, name_key, company_id]);

/** Reads the stored matches of names and of external ids. Two statements at most. */
export async function readReviews(trx: Trx, nameKeys: string[], externalIds: string[]): Promise<Reviews> {
  const named = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'name_key', nameKeys);
  const byKey = new Map(named.map((row) => [matchKey(row), row]));
  const withId = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'external_id', externalIds);
  const open = withId.filter(({ status }) => status !== 'rejected');
  const byId = new Map(open.map((row) => [JSON.stringify([row.source, row.external_id]), row]));
  return {
    find: (match) => byKey.get(matchKey(match)),
    ofId: (source = '', id) => (id === undefined ? undefined : byId.get(JSON.stringify([source, id]))),
  };
}

/** A record that found its company through a match. */
interface Matched {
  match: Match;
  record: object;
  /** The row, such as `rounds.csv row 3`. */
  place: string;
}

/**
 * Stores new matches. A stored match only gets a missing external id, or becomes agreed; what a person decided stays.
 * @returns the ids of the matches, in their order
 */
export async function noteMatches(trx: Trx, now: string, matched: Matched[]): Promise<number[]> {
  const fresh = new Map<string, Omit<CompanyMatchRow, 'id'>>();
  const changed = new Map<number, Partial<CompanyMatchRow>>();
  for (const { match, record, place } of matched) {
    const { source, way, name_key, name, company_id, status, reason, external_id = null, id } = match;
    const known = fresh.get(matchKey(match));
    if (id !== undefined) {
      const agreed = status === 'agreed' && { status, reason };
      const change = { ...changed.get(id), ...agreed, ...(external_id !== null && { external_id }) };
      if (Object.keys(change).length > 0) changed.set(id, change);
    } else if (known) {
      if (status === 'agreed') Object.assign(known, { status, reason });
      known.external_id ??= external_id;
    } else
      fresh.set(matchKey(match), {
        ...{ source, way, name_key, name, company_id, status, reason, external_id },
        ...{ place, row_json: JSON.stringify(shownRow(record)), matched_at: now },
        ...{ reviewed_at: null, reviewed_by: null, review_run: null },
      });
  }
  await insertRows(trx, 'company_matches', [...fresh.values()]);
  await changeMatches(trx, changed);
  const keys = [...fresh.values()].map(({ name_key }) => name_key);
  const stored = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'name_key', keys);
  const ids = new Map(stored.map((row) => [matchKey(row), row.id]));
  return matched.map(({ match }) => match.id ?? ids.get(matchKey(match))!);
}

/** The fields that name the origin of a record. Companies do not have them. */
const ORIGIN = new Set(Object.keys(originFields));
const MAX_TEXT = 200;
const MAX_ITEMS = 5;

/** Returns what a row states, short enough to be listed. */
function shownRow(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MAX_TEXT);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shownRow);
  if (!isObject(value)) return value;
  const stated = Object.entries(value).filter(([field, inner]) => !ORIGIN.has(field) && inner != null);
  return Object.fromEntries(stated.map(([field, inner]) => [field, shownRow(inner)]));
}
