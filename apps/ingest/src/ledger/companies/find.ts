import { companyNameKey } from '@dossier/shared';
import type { CompanyMatchRow, CompanyRow } from '@dossier/store';
import { statedFacts, type Known } from '../../kinds/company/facts.ts';
import { contradictionOf } from '../resolve/agreement.ts';
import type { Match, Reviews } from '../resolve/matches.ts';
import type { References } from '../resolve/read-references.ts';
import { idKey, NO_SOURCE, type CompanyReference } from '../../fields/references.ts';
import { areAlike, keysOfMatches, matchOf, noFacts } from '../resolve/unsure.ts';
import { hostProblem } from '../../fields/hosts.ts';
import { nameKeysOf } from '../../kinds/company/names.ts';
import type { CompanyRecord } from '../../kinds/company/record.ts';
import type { Company, StoredCompanies } from './stored.ts';

const DOMAIN_HINT =
  'missing domain: add a "domain" column, "domain_of" to the mapping, or --domains <file> (CSV: cik,domain or name,domain); a host listed in `except` does not count as a domain';

/**
 * The company that a record is about, undefined for a new one, with its main domain after the load, and the match if the
 * record does not name it for sure.
 */
export type Found =
  { company: Company | undefined; domain: string; match?: Match | undefined } | { reason: string };

/**
 * Finds the company of a record: by any of its domains, else by its CIK, else by its external id, else by the ticker or
 * name that identifies it. Rejects a domain that belongs to a company of another name, because two companies would
 * overwrite each other, and a record whose names lead to different companies.
 */
export function findCompany(record: CompanyRecord, stored: StoredCompanies, named: References): Found {
  if (record.external_id !== undefined && record.source === undefined) return { reason: NO_SOURCE };
  const filer = record.cik && may(record, 'cik') ? stored.byCik.get(record.cik) : undefined;
  const byId = may(record, 'external_id') ? named.reviews.ofId(record.source, record.external_id) : undefined;
  const known = may(record, 'external_id')
    ? (companyOfId(record, stored) ??
      (byId && [...stored.byDomain.values()].find(({ id }) => id === byId.company_id)))
    : undefined;
  const alternatives = record.alternative_domains ?? [];
  const unfit = [...alternatives, record.domain ?? []]
    .flat()
    .map((each) => {
      const name = record.name ?? stored.byDomain.get(each)?.content.row.name;
      return hostProblem(each, name, { isAlternative: each !== record.domain });
    })
    .find((problem) => problem !== undefined);
  if (unfit !== undefined) return { reason: unfit };
  const company =
    record.domain === undefined
      ? (filer ?? known)
      : (stored.byDomain.get(record.domain) ?? moved(record, stored));
  const domain = record.domain ?? company?.content.row.domain;
  if (domain === undefined) return findByName(record, stored, named);
  const match = record.domain === undefined && !filer && byId ? matchOfId(byId) : undefined;
  if (filer && filer !== company) {
    const { name, domain: its } = filer.content.row;
    const isMoved = company === undefined && isSame({ ...record, cik: undefined }, filer);
    const conflict = isMoved ? 'probable duplicate' : 'duplicate CIK';
    const way = isMoved
      ? `if its website has changed, list ${its} in alternative_domains`
      : `if it has moved, first load ${its} with "cik": null`;
    return { reason: `${conflict}: ${record.cik} belongs to ${name} (${its}), not to ${domain}; ${way}` };
  }
  if (known && known !== company) {
    const { name, domain: its } = known.content.row;
    const conflict = company ? 'duplicate external id' : 'probable duplicate';
    const way = company
      ? 'correct the id or the domain'
      : `if its website has changed, list ${its} in alternative_domains`;
    return {
      reason: `${conflict}: ${record.external_id} of ${record.source} belongs to ${name} (${its}), not to ${domain}; ${way}`,
    };
  }
  const taken = alternatives.find((each) => (stored.byDomain.get(each) ?? company) !== company);
  if (taken !== undefined) {
    const owner = stored.byDomain.get(taken)!.content.row;
    const way = `if it has moved, first load ${owner.domain} with "alternative_domains" that omit it`;
    return { reason: `duplicate domain: ${taken} belongs to ${owner.name} (${owner.domain}); ${way}` };
  }
  if (!company) return { company, domain };
  const other = contradiction(record, company, named);
  if (other !== undefined) return { reason: other };
  const main = company.content.row;
  if (domain === main.domain || alternatives.includes(main.domain)) return { company, domain, match };
  const isMerged = stored.merged.get(domain)?.company_id === company.id;
  if (isMerged || isSame(record, company)) return { company, domain: main.domain };
  return {
    reason: `duplicate domain: ${domain} is an alternative domain of ${main.name} (${main.domain}); to make it the main one, list ${main.domain} in alternative_domains`,
  };
}

/** Returns whether a record may find its company in a way. Its domain is its key, by which it always may. */
const may = ({ match }: CompanyRecord, way: 'cik' | 'external_id'): boolean =>
  match === undefined || match.includes(way);

const companyOfId = ({ source, external_id }: CompanyRecord, { byExternalId }: StoredCompanies) =>
  source === undefined || external_id === undefined
    ? undefined
    : byExternalId.get(idKey(source, external_id));

/** Returns the match of a row that found its company by an id that the match has. */
const matchOfId = ({ status, ...match }: CompanyMatchRow): Match | undefined =>
  status === 'rejected' ? undefined : { ...match, status };

/** Returns the match of a record with the company of its domain, if that company has another name and other facts. */
export function doubtOf(record: CompanyRecord, company: Company, reviews: Reviews): Match | undefined {
  const { domain, name, source } = record;
  if (company.id === undefined || domain === undefined || name === undefined || isSame(record, company))
    return undefined;
  const candidate = { id: company.id, ...company.content.row };
  const reference = { source, company: domain, company_name: name };
  return matchOf(
    ['company'],
    reference,
    { company: candidate, stated: statedFacts(record) },
    noFacts(reviews),
  );
}

/** Returns the key of the match that a record may need for its domain. */
export const doubtKey = ({ domain, name }: CompanyRecord): string[] =>
  keysOfMatches({ company: domain, company_name: name }).slice(-1);

/** Returns how a record refers to its company by ticker or name. */
export const referenceOf = (record: CompanyRecord): CompanyReference => ({
  company_ticker: record.company_ticker,
  company_name: record.company_name,
  source: record.source,
  match: record.match,
  as_of: record.as_of,
});

/** A stored company, or a new one of an earlier row. */
export type Alike = Pick<CompanyRow, 'name' | 'domain' | keyof Known>;

/**
 * Returns a warning if a record gives a company a name that has nothing in common with its names: its domain may belong to
 * another company now, or be a shared host. A CIK or external id of the company makes the record sure.
 */
export function unlikeName(record: CompanyRecord, company: Company, name: string): string | undefined {
  const { row } = company.content;
  const keys = nameKeysOf(company.content);
  const key = companyNameKey(name);
  const isLike = areAlike(name, row.name) || keys.some((each) => each.includes(key) || key.includes(each));
  if (isLike || isSame({ ...record, name }, company)) return undefined;
  return `other name: ${row.domain} was ${row.name}, and is now ${name}; if this is another company, undo the load, and give ${name} its own domain or list the host in except`;
}

/**
 * Returns a warning if a new company may be a stored one whose website has changed: they share a name, and nothing
 * contradicts that.
 * @param alike companies by the keys of their names
 */
export function probableDuplicate(record: CompanyRecord, alike: Map<string, Alike[]>): string | undefined {
  const others = alike.get(companyNameKey(record.name ?? '')) ?? [];
  const other = others.find((each) => contradictionOf(statedFacts(record), each) === undefined);
  if (!other) return undefined;
  const { name, domain } = other;
  return `probable duplicate: ${record.domain} is new, but ${name} (${domain}) has the same name; if its website has changed, list ${domain} in alternative_domains`;
}

/** Finds the company with the record's ticker or name, if there is exactly one. */
function findByName(record: CompanyRecord, stored: StoredCompanies, named: References): Found {
  const { company_ticker, company_name, cik, external_id, source } = record;
  if (company_ticker === undefined && company_name === undefined) return { reason: DOMAIN_HINT };
  const reference = referenceOf(record);
  const stated = statedFacts(record);
  const found = named.company(reference, stated);
  const company = found && stored.byDomain.get(found.domain);
  if (!company) {
    const problem = named.problem(reference, stated);
    return { reason: !problem.startsWith('unknown') || record.name === undefined ? problem : DOMAIN_HINT };
  }
  const { domain, name, cik: its } = company.content.row;
  if (cik && its !== null && its !== cik) {
    return { reason: `other company: ${name} (${domain}) has the CIK ${its}, not ${cik}` };
  }
  const match = named.matchOf(reference, stated);
  const known = match && company.content.externalIds.find((each) => each.source === source)?.external_id;
  const id = known ?? match?.external_id;
  if (match && external_id !== undefined && id != null && id !== external_id) {
    return {
      reason: `contradicting name: ${name} (${domain}) has the name ${company_name}, but the id ${id} of ${source}, not ${external_id}; if it is the same company, name it by its domain`,
    };
  }
  return { company, domain, match: match && { ...match, external_id: external_id ?? null } };
}

/** Returns a reason if the record's ticker or name belongs to another company. */
function contradiction(
  record: CompanyRecord,
  { id, content: { row } }: Company,
  named: References,
): string | undefined {
  const { domain, cik, company_ticker, company_name, external_id } = record;
  const other = named.company(referenceOf(record), statedFacts(record));
  if (!other || other.id === id) return undefined;
  const one = domain === undefined ? (cik ? `CIK ${cik}` : `external id ${external_id}`) : `domain ${domain}`;
  const names = [company_ticker && `ticker ${company_ticker}`, company_name && `name ${company_name}`];
  return `contradicting company: the ${one} is ${row.name} (${row.domain}), but the ${names.filter(Boolean).join(' or the ')} is ${other.name} (${other.domain}); leave out the wrong one`;
}

/** Returns the company that moves to a new domain: the record lists its former domain as an alternative. */
function moved(record: CompanyRecord, stored: StoredCompanies): Company | undefined {
  return (record.alternative_domains ?? [])
    .map((domain) => stored.byDomain.get(domain))
    .find((company) => company !== undefined && isSame(record, company));
}

/** Returns whether the record has the company's name, no name, its CIK or one of its external ids. */
function isSame(record: CompanyRecord, { content: { row, externalIds } }: Company): boolean {
  const sameName = record.name === undefined || record.name.toLowerCase() === row.name.toLowerCase();
  const sameId = externalIds.some(
    ({ source, external_id }) => source === record.source && external_id === record.external_id,
  );
  return sameName || sameId || (row.cik !== null && record.cik === row.cik);
}
