import type {
  CompanyExternalIdRow,
  CompanyFinancialRow,
  CompanyListingRow,
  CompanyRow,
  Tracked,
} from '@dossier/store';
import { idKey } from '../../fields/references.ts';
import { statedHash, statesSame } from '../../stored/hash.ts';

export interface CategoryName {
  slug: string;
  name: string;
}

/** What a company states: its columns and its parts. This alone decides whether it changed. */
export interface CompanyContent {
  row: Omit<CompanyRow, 'id' | keyof Tracked>;
  /** Without the main domain, sorted. */
  alternativeDomains: string[];
  financials: Omit<CompanyFinancialRow, 'company_id'>[];
  listings: Omit<CompanyListingRow, 'company_id'>[];
  /** Those that its own rows state, sorted by slug. The name is only used for a new category. */
  categories: CategoryName[];
  /** Sorted by source and id. */
  externalIds: ExternalId[];
}

/** The id that a source gives a company. */
export type ExternalId = Omit<CompanyExternalIdRow, 'company_id'>;

/** Returns the hash of a company's content. */
export const companyHash = (content: CompanyContent): string => statedHash(stated(content));

/** Returns whether a stored company states the same content: see `statesSame`. */
export const isSameCompany = (stored: CompanyContent, content: CompanyContent): boolean =>
  statesSame(stated(stored), stated(content));

/**
 * A category is identified by its slug: the source that named it first may have written its name differently. A company
 * without external ids, and a figure without a link, have the same hash as in earlier releases.
 */
const stated = ({ row, categories, externalIds, financials, ...parts }: CompanyContent) => ({
  ...row,
  ...parts,
  financials: financials.map(statedFinancial),
  categories: categories.map(({ slug }) => slug),
  externalIds: externalIds.length === 0 ? null : externalIds,
});

/** Returns a figure as a source states it: without a link if it has none. */
const statedFinancial = ({ source_url, ...figure }: CompanyContent['financials'][number]) => ({
  ...figure,
  ...(source_url !== null && { source_url }),
});

/** Returns the keys of a company's external ids. */
export const idKeysOf = ({ externalIds }: CompanyContent): string[] =>
  externalIds.map(({ source, external_id }) => idKey(source, external_id));

/** Sorts by code units, as both databases do. */
export function sorted<T>(items: T[], by: (item: T) => string): T[] {
  return [...items].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
}
