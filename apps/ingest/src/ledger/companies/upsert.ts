import { isDeepStrictEqual } from 'node:util';
import { companyNameKey } from '@dossier/shared';
import type { Trx } from '@dossier/store';
import type { Outcome } from '../outcome.ts';
import { recordKey, type SeenKeys } from '../seen-keys.ts';
import { readMergedNames } from '../resolve/merged-names.ts';
import { readReferences, type References } from '../resolve/read-references.ts';
import { namedJson, type CompanyReference } from '../../fields/references.ts';
import { missingFieldsReason } from '../../fields/merge.ts';
import { readMatches, type RecordMatch } from './batch-matches.ts';
import { chooseSlug, readSlugs } from './batch-slugs.ts';
import { findCompany, probableDuplicate, referenceOf, unlikeName } from './find.ts';
import { statedFacts } from '../../kinds/company/facts.ts';
import { mergeCompany } from '../../kinds/company/merge.ts';
import { noStatements, type Statements } from '../statements/statements.ts';
import { companyKind } from '../../kinds/company/index.ts';
import { nameKeysOf, namesOfContent } from '../../kinds/company/names.ts';
import { readAlike, readTwins, twinOf } from './near.ts';
import type { CompanyRecord } from '../../kinds/company/record.ts';
import { toSlug } from '../../fields/slug.ts';
import { domainsOf, readStoredCompanies, type Company, type StoredCompanies } from './stored.ts';
import { companyHash, idKeysOf, isSameCompany, type CompanyContent } from '../../kinds/company/content.ts';
import { writeCompanies } from './write.ts';

/** Stores a batch of companies: see `upsert`. */
export async function upsertCompanies(
  trx: Trx,
  records: CompanyRecord[],
  now: string,
  seenKeys: SeenKeys,
  statements: Statements = noStatements,
): Promise<Outcome[]> {
  const named = await readNamed(trx, records);
  const ids = records.flatMap((each) => [
    ...(isNamed(each) ? [named.company(referenceOf(each), statedFacts(each))?.id ?? []].flat() : []),
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
    companyKind,
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
    const missing = company ? undefined : missingFieldsReason('company', own, ['name', 'type']);
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
      identity: { domain: merged?.domain ?? domain },
      match,
      mergedFrom,
      held,
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
  await writeCompanies(trx, now, [...touched], { before, renamed, statements: statements.changes() });
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
