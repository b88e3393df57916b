import type { Trx } from '@dossier/store';
import type { SeenKeys } from '../seen-keys.ts';
import { noteMatches, readReviews, type Match, type Reviews } from '../resolve/matches.ts';
import type { References } from '../resolve/read-references.ts';
import { doubtKey, doubtOf, findCompany } from './find.ts';
import type { CompanyRecord } from '../../kinds/company/record.ts';
import type { StoredCompanies } from './stored.ts';

/** A stored match of a record. */
export type RecordMatch = Match & {
  id: number;
  /** Why the record is rejected: a person has rejected the match, or its first row has another id. */
  rejected?: string | undefined;
};

/** Stores the matches of records that do not name their company for sure. */
export async function readMatches(
  trx: Trx,
  now: string,
  records: CompanyRecord[],
  { stored, named, seenKeys }: { stored: StoredCompanies; named: References; seenKeys: SeenKeys },
): Promise<Map<CompanyRecord, RecordMatch>> {
  const reviews = await readReviews(trx, doubtKeys(records, stored, named.reviews), []);
  const matched = records.flatMap((record, index) => {
    const found = findCompany(record, stored, named);
    if ('reason' in found || !found.company) return [];
    const match = found.match ?? doubtOf(record, found.company, reviews);
    return match ? [{ record, match, place: seenKeys.placeOf(index) }] : [];
  });
  const ids = await noteMatches(trx, now, matched);
  const idOf = new Map<number, string>();
  return new Map(
    matched.map(({ record, match }, i) => {
      const id = ids[i]!;
      const own = record.external_id;
      const first = idOf.get(id) ?? own;
      if (first !== undefined) idOf.set(id, first);
      const { row } = stored.byDomain.get(record.domain ?? '')?.content ?? {};
      const rejected =
        reviews.find(match)?.status === 'rejected'
          ? `rejected match: a review found that the domain ${record.domain} of ${match.name} does not mean ${row?.name} (${row?.domain}); give ${match.name} its own domain`
          : own !== first
            ? `contradicting name: the source has two companies of the name ${match.name}, ${first} and ${own}; name each by its domain`
            : undefined;
      return [record, { ...match, id, rejected }];
    }),
  );
}

/** Returns the keys of matches that records may need because their domain is of a company with another name. */
const doubtKeys = (records: CompanyRecord[], stored: StoredCompanies, reviews: Reviews): string[] =>
  records.flatMap((record) => {
    const company = stored.byDomain.get(record.domain ?? '');
    return company && doubtOf(record, company, reviews) ? doubtKey(record) : [];
  });
