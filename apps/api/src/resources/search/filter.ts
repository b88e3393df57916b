import { invalid, type DocumentType, type SearchResult } from '@dossier/shared';
import type { SearchFilter } from '@dossier/search';

interface FilterInput {
  types?: SearchResult['type'][] | undefined;
  filing_type?: string[] | undefined;
  document_type?: DocumentType[] | undefined;
}

/**
 * Returns the filter of an input. A filter by the type of a filing or document excludes other results, unless `types`
 * names them.
 * @param company the id of the company to which results belong
 * @throws 400 if `types` excludes what another filter asks for
 */
export function filterOf(
  { types, filing_type, document_type }: FilterInput,
  company: number | undefined,
): SearchFilter {
  const forms = {
    ...(filing_type && { filing: [...new Set(filing_type.flatMap(spellings))] }),
    ...(document_type && { document: document_type }),
  };
  const restricted = Object.keys(forms) as (keyof typeof forms)[];
  for (const type of restricted) {
    if (types === undefined || types.includes(type)) continue;
    throw invalid(`${type}_type`, `needs ${type} in types. Add it to types, or remove ${type}_type`);
  }
  return { types: types ?? (restricted.length > 0 ? restricted : undefined), company, forms };
}

/** A type of more parts has too many spellings; `SC 13D` has three. */
const MAX_PARTS = 4;
const SEPARATORS = ['', '-', ' '];

/**
 * Returns a type of filings in all its spellings, because people write `10K`, `10 k` and `Form 10-K` for `10-K`: in lower
 * case, with and without a separator between letters and digits.
 */
function spellings(type: string): string[] {
  const typed = type.toLowerCase();
  const [name = '', ...amendment] = typed.replace(/^form\s+/, '').split('/');
  const parts = name.match(/\p{L}+|\d+/gu);
  if (parts === null || parts.length > MAX_PARTS) return [typed];
  const written = parts.reduce<string[]>(
    (begun, part) =>
      begun.length === 0 ? [part] : begun.flatMap((each) => SEPARATORS.map((by) => each + by + part)),
    [],
  );
  return [typed, ...written.map((each) => [each, ...amendment].join('/'))];
}
