import { SearchDamaged, SearchUnavailable } from '../search-engine.ts';

/** Reasons by result code (https://www.sqlite.org/rescode.html). Other codes are bugs of ours. */
const REASONS: [RegExp, string][] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'the search index is busy'],
  [/^SQLITE_FULL/, 'the search index has no room to grow'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'the search index may not be written'],
  [/^SQLITE_(CANTOPEN|IOERR)/, 'the search index cannot be read'],
  [/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOSPC|ENAMETOOLONG|EIO)$/, 'the search index cannot be opened'],
];

/** Runs work on the file, and turns errors of a file that cannot be used now into SearchUnavailable. */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explain(error);
  }
}

/** Does the same for asynchronous work. */
export async function guardAsync<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error);
  }
}

function explain(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new SearchDamaged('the search index is damaged', { cause: error });
  }
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1];
  return reason === undefined ? error : new SearchUnavailable(reason, { cause: error });
}
