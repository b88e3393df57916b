import { isDeepStrictEqual } from 'node:util';
import { companyNameKey, groupBy } from '@dossier/shared';
import type { CompanyAliasRow, CompanyRow, Trx } from '@dossier/store';
import { recordKey, type Outcome, type SeenKeys } from '../kind.ts';
import { noteMatches, readReviews, type Match, type Reviews } from '../matches.ts';
import { readMergedNames } from '../merged-names.ts';
import { readReferences, type References } from '../read-references.ts';
import { namedJson, type CompanyReference } from '../references.ts';
import { lacking, mainDomains, rowsWhere } from '../rows.ts';
import {
  claimsOf,
  doubtKey,
  doubtOf,
  findCompany,
  probableDuplicate,
  referenceOf,
  unlikeName,
  type Alike,
} from './find.ts';
import { mergeCompany } from './merge.ts';
import { noStatements, type Statements } from '../statements.ts';
import { companyStatements } from './statements.ts';
import { nameKeysOf, namesOfContent } from './names.ts';
import type { CompanyRecord } from './record.ts';
import { isReservedSlug, slugCandidates, toSlug } from './slug.ts';
import {
  companyHash,
  domainsOf,
  idKeysOf,
  isSameCompany,
  readStoredCompanies,
  type Company,
  type CompanyContent,
  type StoredCompanies,
} from './stored.ts';
import { writeCompanies } from './write.ts';

/** Stores a batch of companies: see `Kind.upsert`. */
export async function upsertCompanies(
  trx: Trx,
  records: CompanyRecord[],
  now: string,
  seenKeys: SeenKeys,
  statements: Statements = noStatements,
): Promise<Outcome[]> {
  const named = await readNamed(trx, records);
  const ids = records.flatMap((each) => [
    ...(isNamed(each) ? [named.company(referenceOf(each), claimsOf(each))?.id ?? []].flat() : []),
    ...[named.reviews.ofId(each.source, each.external_id)?.company_id ?? []].flat(),
  ]);
  const stored = await readStoredCompanies(trx, records, ids);
  const open = records.some(({ domain }) => domain === undefined);
  const mergedNames = await readMergedNames(
    trx,
    open ? [...new Set(stored.byDomain.values())].map(({ id }) => id!) : [],
  );
  // Merged records, which a rebuild stores, name their company for sure.
  const matches =
    statements === noStatements
      ? new Map<CompanyRecord, RecordMatch>()
      : await readMatches(trx, now, records, { stored, named, seenKeys });
  const alike = await readAlike(trx, records, stored);
  const slugs = await readSlugs(trx, records, stored);
  const known = await readTwins(trx, records, stored);
  await statements.read(
    trx,
    { name: 'company', statements: companyStatements },
    [...new Set(stored.byDomain.values())].map(({ id }) => id!),
  );
  await seenKeys.read([
    ...records.flatMap(({ domain }) => domain ?? []),
    ...[...stored.byDomain.values()].map(({ id }) => recordKey('company', id!)),
    ...stored.byDomain.keys(),
    ...[...stored.merged.values(), ...mergedNames.merged].map(({ merged_id }) => mergedKey(merged_id)),
    ...[...matches.values()].map(({ id }) => heldKey(id)),
  ]);
  // A set, because several records may add to one company.
  const touched = new Set<Company>();
  const renamed: Company[] = [];
  /** The stored contents of changed companies. */
  const before = new Map<Company, CompanyContent>();

  const decide = (given: CompanyRecord, index: number): Outcome | (() => Outcome) => {
    const found = findCompany(given, stored, named);
    if ('reason' in found) return { outcome: 'rejected', reason: found.reason };
    const { company, domain } = found;
    // Matching by name does not rename the company.
    const own = isNamed(given) ? { ...given, name: undefined } : given;
    // Records that only add listings do not conflict.
    const isAddition = onlyAdds(own);
    const alias = given.domain === domain ? undefined : stored.merged.get(given.domain ?? '');
    const byAlias = alias?.company_id === company?.id ? alias : undefined;
    const merged =
      given.domain === undefined && company?.id !== undefined
        ? mergedNames.meant(namesOf(given), company.id)
        : byAlias && { ...byAlias, domain: given.domain! };
    const mergedFrom = merged?.merged_id;
    const ids = company?.id === undefined ? [] : [recordKey('company', company.id)];
    const match = byAlias ? undefined : matches.get(given);
    if (match?.rejected !== undefined) return { outcome: 'rejected', reason: match.rejected };
    const held = match?.status === 'pending';
    const seen = held
      ? [heldKey(match.id)]
      : mergedFrom === undefined
        ? [domain, ...ids]
        : [mergedKey(mergedFrom)];
    const earlier = seen.map((key) => seenKeys.find(key)).find((place) => place !== undefined);
    if (earlier !== undefined && !isAddition) {
      return {
        outcome: 'rejected',
        reason: `duplicate domain: ${earlier} has ${domain} too${unlike(own, company)}`,
      };
    }
    const missing = company ? undefined : lacking('company', own, ['name', 'type']);
    if (missing !== undefined) return { outcome: 'rejected', reason: missing };

    const warnings: string[] = [];
    const twin = twinOf(domain);
    if (!company && (known.has(twin) || stored.byDomain.has(twin))) {
      const way = 'if both are one company, list one of them in the alternative_domains of the other';
      warnings.push(`www domain: ${domain} is new, but ${twin} exists; ${way}`);
    }
    const duplicate = company || warnings.length > 0 ? undefined : probableDuplicate(own, alike);
    if (duplicate !== undefined) warnings.push(duplicate);
    const target: { id: number | undefined } = company ?? { id: undefined };
    const { record, keep, ...stated } = statements.merge(index, own, target, {
      ...{ identity: { domain: merged?.domain ?? domain }, match, mergedFrom, held },
      named: namedJson(given, merged?.domain ?? domain),
    });
    if (held) {
      keep();
      if (!isAddition) seenKeys.add(heldKey(match.id), index);
      return { outcome: 'held', id: company!.id!, way: match.way };
    }
    warnings.push(...(stated.warnings ?? []));
    const slug = chooseSlug(record, company, domain, slugs, warnings);
    if (slug === undefined) {
      const slugInUse = record.slug ?? toSlug(record.name ?? '');
      const owner = slugs.get(slugInUse) ?? 'another company';
      return { outcome: 'rejected', reason: `duplicate slug: "${slugInUse}" is the slug of ${owner}` };
    }
    const content = mergeCompany(record, company?.content, { domain, slug });
    const other = company && unlikeName(own, company, content.row.name);
    if (other !== undefined) warnings.push(other);
    const content_hash = companyHash(content);
    const isChanged =
      company?.tracked.content_hash !== content_hash && !(company && isSameCompany(company.content, content));
    const tracked = { created_at: company?.tracked.created_at ?? now, updated_at: now, content_hash };
    const result = company ?? Object.assign(target, { content, tracked });
    keep(warnings);
    if (isChanged) {
      if (company) forget(company, stored, slugs);
      if (company?.id !== undefined && !before.has(company)) before.set(company, company.content);
      if (company && !isDeepStrictEqual(namesOfContent(company.content), namesOfContent(content)))
        renamed.push(company);
      Object.assign(result, { content, tracked });
      remember(result, stored, slugs);
      if (!company)
        for (const key of nameKeysOf(content)) alike.set(key, [...(alike.get(key) ?? []), content.row]);
      touched.add(result);
    }
    const keys = mergedFrom === undefined ? domainsOf(result) : [mergedKey(mergedFrom)];
    if (!isAddition) for (const each of keys) seenKeys.add(each, index);
    const outcome = company ? (isChanged ? 'changed' : 'unchanged') : 'new';
    // A new company gets its id when it is written.
    return () => ({ outcome, id: result.id!, warnings });
  };

  const decisions = records.map(decide);
  await writeCompanies(trx, now, [...touched], { before, renamed, claims: statements.changes() });
  return decisions.map((outcome) => (typeof outcome === 'function' ? outcome() : outcome));
}

/** Explains why two rows of a load may have one domain, if their names are unlike. */
function unlike({ name }: CompanyRecord, company: Company | undefined): string {
  const other = company?.content.row.name;
  if (name === undefined || other === undefined || companyNameKey(name) === companyNameKey(other)) return '';
  return `, as ${other}; if many companies have pages there, give the website of ${name}, or list the host in except`;
}

/** The seen key of a merged company, whose rows are stored as statements about another company. */
const mergedKey = (company: number): string => `merged ${company}`;

/** The seen key of the rows of a match that are held. */
const heldKey = (match: number): string => `match ${match}`;

/** A stored match of a record. */
type RecordMatch = Match & {
  id: number;
  /** Why the record is rejected: a person has rejected the match, or its first row has another id. */
  rejected?: string | undefined;
};

/** Stores the matches of records that do not name their company for sure. */
async function readMatches(
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

/**
 * Returns whether a record may create a company with this domain. It may if the domain is an alternative one of a stored
 * company, because an earlier record of the batch may remove it there.
 */
const mayBeNew = (domain: string | undefined, byDomain: StoredCompanies['byDomain']): domain is string =>
  domain !== undefined && byDomain.get(domain)?.content.row.domain !== domain;

/** Returns the stored companies that have the names of new records, by the key of the name. */
async function readAlike(
  trx: Trx,
  records: CompanyRecord[],
  { byDomain }: StoredCompanies,
): Promise<Map<string, Alike[]>> {
  const keys = records.flatMap(({ name, domain }) =>
    name !== undefined && mayBeNew(domain, byDomain) ? [companyNameKey(name)] : [],
  );
  const names = await rowsWhere<{ name_key: string; company_id: number }>(
    trx,
    'company_names',
    'name_key',
    keys.filter(Boolean),
  );
  const ids = names.map(({ company_id }) => company_id);
  const rows = await rowsWhere<CompanyRow>(trx, 'companies', 'id', ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...groupBy(names, ({ name_key }) => name_key)].map(([key, found]) => [
      key,
      found.map(({ company_id }) => byId.get(company_id)!),
    ]),
  );
}

const isNamed = ({ domain, company_ticker, company_name }: CompanyRecord): boolean =>
  domain === undefined && (company_ticker !== undefined || company_name !== undefined);

/** Returns all fields by which a record without a domain may find its company. */
const namesOf = (record: CompanyRecord): CompanyReference => ({
  ...referenceOf(record),
  company_cik: record.cik ?? undefined,
  company_external_id: record.external_id,
});

/** Finds the stored companies that records name by ticker or name. */
const readNamed = (trx: Trx, records: CompanyRecord[]): Promise<References> =>
  readReferences(
    trx,
    records.map(referenceOf),
    records.flatMap(({ external_id }) => external_id ?? []),
  );

const NAMING = [
  ...['domain', 'cik', 'company_ticker', 'company_name', 'external_id', 'source', 'match', 'as_of'],
  ...['add_listings', 'source_urls'],
];

/** Returns whether a record only identifies its company and adds listings. */
const onlyAdds = (record: CompanyRecord): boolean =>
  record.add_listings != null &&
  Object.entries(record).every(([field, value]) => value === undefined || NAMING.includes(field));

/** Returns the same domain with `www.`, or without it. */
const twinOf = (domain: string): string => (domain.startsWith('www.') ? domain.slice(4) : `www.${domain}`);

/** Returns the stored domains that differ from a new one only by `www.` */
async function readTwins(
  trx: Trx,
  records: CompanyRecord[],
  { byDomain }: StoredCompanies,
): Promise<Set<string>> {
  const twins = records.flatMap(({ domain }) => (mayBeNew(domain, byDomain) ? [twinOf(domain)] : []));
  const rows = await rowsWhere<{ domain: string }>(trx, 'company_domains', 'domain', twins, ['domain']);
  return new Set(rows.map(({ domain }) => domain));
}

/**
 * Returns the record's slug, else the stored one, else one made from the name; undefined if the record's slug is in use.
 */
function chooseSlug(
  record: CompanyRecord,
  company: Company | undefined,
  domain: string,
  slugs: Map<string, string>,
  warnings: string[],
): string | undefined {
  const isFree = (slug: string) =>
    !slugs.has(slug) || (company !== undefined && slugs.get(slug) === company.content.row.domain);
  const requested = record.slug;
  if (requested !== undefined && !isReservedSlug(requested)) return isFree(requested) ? requested : undefined;
  const slug = company?.content.row.slug ?? slugCandidates(record.name!, domain).find(isFree);
  if (slug === undefined) return undefined;
  const fromName = toSlug(record.name ?? '');
  const reservedSlug = requested ?? (!company && isReservedSlug(fromName) ? fromName : undefined);
  if (reservedSlug !== undefined)
    warnings.push(`the slug "${reservedSlug}" is reserved; the company has "${slug}"`);
  return slug;
}

/**
 * Returns the owners of the slugs that the batch may use: main domains by slug. Most companies get one of the first two
 * candidates, so the numbered ones are only read for the others.
 */
async function readSlugs(
  trx: Trx,
  records: CompanyRecord[],
  stored: StoredCompanies,
): Promise<Map<string, string>> {
  const candidates = records.flatMap(({ name, domain }) =>
    name !== undefined && mayBeNew(domain, stored.byDomain) ? [slugCandidates(name, domain)] : [],
  );
  const first = candidates.flatMap((slugs) => slugs.slice(0, 2));
  const rows = await rowsWhere<CompanyRow>(trx, 'companies', 'slug', [
    ...records.flatMap(({ slug }) => slug ?? []),
    ...first,
  ]);
  const taken = new Map([
    ...(await formerSlugs(trx, [...records.flatMap(({ slug }) => slug ?? []), ...first])),
    ...rows.map(({ slug, domain }): [string, string] => [slug, domain]),
  ]);
  const counts = new Map<string, number>();
  for (const slug of first) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const isScarce = (slug: string) => taken.has(slug) || counts.get(slug)! > 1;
  const more = candidates
    .filter((slugs) => slugs.slice(0, 2).every(isScarce))
    .flatMap((slugs) => slugs.slice(2));
  for (const { slug, domain } of await rowsWhere<CompanyRow>(trx, 'companies', 'slug', more)) {
    taken.set(slug, domain);
  }
  return taken;
}

/** Returns the slugs of merged companies, with the main domains of the companies that they find. */
async function formerSlugs(trx: Trx, slugs: string[]): Promise<[string, string][]> {
  const aliases = await rowsWhere<CompanyAliasRow>(trx, 'company_aliases', 'name', slugs);
  const former = aliases.filter(({ kind }) => kind === 'slug');
  const domains = await mainDomains(
    trx,
    former.map(({ company_id }) => company_id),
  );
  return former.map(({ name, company_id }) => [name, domains.get(company_id)!]);
}

function remember(company: Company, stored: StoredCompanies, slugs: Map<string, string>): void {
  const { slug, domain, cik } = company.content.row;
  for (const each of domainsOf(company)) stored.byDomain.set(each, company);
  for (const key of idKeysOf(company.content)) stored.byExternalId.set(key, company);
  if (cik !== null) stored.byCik.set(cik, company);
  slugs.set(slug, domain);
}

function forget(company: Company, stored: StoredCompanies, slugs: Map<string, string>): void {
  const { slug, cik } = company.content.row;
  for (const each of domainsOf(company)) stored.byDomain.delete(each);
  for (const key of idKeysOf(company.content)) stored.byExternalId.delete(key);
  if (cik !== null) stored.byCik.delete(cik);
  slugs.delete(slug);
}
