import { companyNameKey } from '@dossier/shared';
import { insertRows, type CompanyMatchRow, type Trx } from '@dossier/store';
import { isObject } from '../rows/types.ts';
import { originFields } from './identity.ts';
import type { NameMatch, Outcome } from './kind.ts';
import { rowsWhere } from './rows.ts';

/** A record that names its company. */
interface Named {
  source?: string | undefined;
  company_name?: string | undefined;
}

/** The reviews of matches by name. */
interface Reviews {
  /** Returns how the match of a record's name with a company was reviewed; undefined for a new match. */
  statusOf(record: Named, company: number): CompanyMatchRow['status'] | undefined;
}

const keyOf = (source: string, nameKey: string, company: number) =>
  JSON.stringify([source, nameKey, company]);

/** Reads the reviews of names, with one statement. */
export async function readReviews(trx: Trx, nameKeys: string[]): Promise<Reviews> {
  const rows = await rowsWhere<CompanyMatchRow>(trx, 'company_matches', 'name_key', nameKeys.filter(Boolean));
  const statuses = new Map(
    rows.map(({ source, name_key, company_id, status }) => [keyOf(source, name_key, company_id), status]),
  );
  return {
    statusOf: ({ source = '', company_name = '' }, company) =>
      statuses.get(keyOf(source, companyNameKey(company_name), company)),
  };
}

/** A record that found its company by name alone. */
interface Matched {
  match: NameMatch;
  record: object;
  /** The row, such as `rounds.csv row 3`. */
  place: string;
}

/**
 * Stores new matches as pending; those that are stored stay as they are.
 * @returns the ids of the matches, in their order
 */
export async function noteMatches(trx: Trx, now: string, matched: Matched[]): Promise<number[]> {
  const fresh = new Map<string, Omit<CompanyMatchRow, 'id'>>();
  const keys = matched.map(({ match, record, place }) => {
    if ('id' in match) return match.id;
    const name_key = companyNameKey(match.name);
    const key = keyOf(match.source, name_key, match.company);
    if (!fresh.has(key)) {
      fresh.set(key, {
        source: match.source,
        name_key,
        company_id: match.company,
        name: match.name,
        status: 'pending',
        place,
        row_json: JSON.stringify(shownRow(record)),
        matched_at: now,
        reviewed_at: null,
      });
    }
    return key;
  });
  if (fresh.size === 0) return keys as number[];
  const stored = await storedIds(trx, [...fresh.values()]);
  await insertRows(
    trx,
    'company_matches',
    [...fresh].filter(([key]) => !stored.has(key)).map(([, row]) => row),
  );
  const all = await storedIds(trx, [...fresh.values()]);
  return keys.map((key) => (typeof key === 'number' ? key : all.get(key)!));
}

/** The fields that name the origin of a record. Companies do not have them. */
const ORIGIN = new Set(Object.keys(originFields));
const LONGEST_TEXT = 200;
const MOST_ITEMS = 5;

/** Returns what a row states, short enough to be listed. */
function shownRow(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shownRow);
  if (!isObject(value)) return value;
  const stated = Object.entries(value).filter(([field, inner]) => !ORIGIN.has(field) && inner != null);
  return Object.fromEntries(stated.map(([field, inner]) => [field, shownRow(inner)]));
}

async function storedIds(
  trx: Trx,
  wanted: Pick<CompanyMatchRow, 'name_key'>[],
): Promise<Map<string, number>> {
  const rows = await rowsWhere<CompanyMatchRow>(
    trx,
    'company_matches',
    'name_key',
    wanted.map(({ name_key }) => name_key),
  );
  return new Map(rows.map((row) => [keyOf(row.source, row.name_key, row.company_id), row.id]));
}

/**
 * Notes the records that were stored through matches, so that they can be deleted when a match is rejected. A record
 * that another source has stored is not noted, but a company always is: its fields may come from the row.
 */
export async function noteMatchedRecords(
  trx: Trx,
  kind: string,
  records: { match: number; outcome: Outcome }[],
): Promise<void> {
  const rows = records.flatMap(({ match, outcome }) =>
    outcome.outcome === 'new' || (kind === 'company' && outcome.outcome !== 'rejected')
      ? [{ match_id: match, kind, record_id: String(outcome.id) }]
      : [],
  );
  const known = await rowsWhere<{ match_id: number; kind: string; record_id: string }>(
    trx,
    'company_match_records',
    'match_id',
    rows.map(({ match_id }) => match_id),
  );
  const keyOfRow = (row: (typeof rows)[number]) => JSON.stringify([row.match_id, row.kind, row.record_id]);
  const stored = new Set(known.map(keyOfRow));
  const fresh = new Map(rows.map((row) => [keyOfRow(row), row]));
  for (const key of stored) fresh.delete(key);
  await insertRows(trx, 'company_match_records', [...fresh.values()]);
}
