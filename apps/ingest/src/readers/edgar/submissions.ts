import { basename } from 'node:path';
import { isObject } from '../../rows/types.ts';

/**
 * The company in https://data.sec.gov/submissions/CIK##########.json. Unknown values are empty strings, and sometimes
 * null.
 */
export interface SubmissionsHead {
  cik?: unknown;
  name?: unknown;
  /** `operating`, `investment` or `other`. */
  entityType?: unknown;
  website?: unknown;
  tickers?: unknown;
  exchanges?: unknown;
  addresses?: unknown;
}

/** A submissions file: the main one has a head; an older page has only columns, and the CIK in its name. */
export interface Submissions {
  /** Ten digits. */
  cik: string;
  head: SubmissionsHead | undefined;
  /** The filings, column by column; row n is the n-th item of every column. */
  columns: Record<string, unknown[]>;
}

const OLDER_PAGE = /^CIK(\d{10})-submissions-\d+\.json(?:\.gz)?$/i;

/**
 * Recognizes the SEC's JSON of a company's filings. Returns undefined for any other JSON.
 * @param file the name, which has the CIK of an older page
 */
export function readSubmissions(value: unknown, file: string): Submissions | { reason: string } | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value['filings']) && isObject(value['filings']['recent'])) {
    const cik = cikOf(value['cik']);
    if (cik === undefined) return { reason: 'invalid record: cik is not a CIK of up to ten digits' };
    return { cik, head: value, columns: columnsOf(value['filings']['recent']) };
  }
  if (!Array.isArray(value['accessionNumber'])) return undefined;
  const cik = OLDER_PAGE.exec(basename(file))?.[1];
  if (cik === undefined) {
    return {
      reason:
        'missing CIK: a page of older filings does not contain it; name the file as the SEC does, CIK##########-submissions-001.json',
    };
  }
  return { cik, head: undefined, columns: columnsOf(value) };
}

/** Returns the ten digits of a CIK, or undefined. */
export function cikOf(value: unknown): string | undefined {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return /^\d{1,10}$/.test(digits) ? digits.padStart(10, '0') : undefined;
}

/** Returns trimmed text, or undefined if it is empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const columnsOf = (value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])),
  );

/** Returns the names of the pages of older filings. A name of another form is never requested. */
export function pagesOf(value: unknown, cik: string): string[] {
  const filings = isObject(value) ? value['filings'] : undefined;
  const files: unknown = isObject(filings) ? filings['files'] : undefined;
  const names = Array.isArray(files)
    ? files.map((file: unknown) => isObject(file) && textOf(file['name']))
    : [];
  return names.filter(
    (name): name is string => name !== false && new RegExp(`^CIK${cik}-[\\w-]+\\.json$`).test(name ?? ''),
  );
}
