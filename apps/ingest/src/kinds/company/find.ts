import type { References } from '../references.ts';
import type { CompanyRecord } from './record.ts';
import type { Company, StoredCompanies } from './stored.ts';

const DOMAIN_HINT =
  'missing domain: add a "domain" column, "domain_of" to the mapping, or --domains <file> (CSV: cik,domain or name,domain)';

/** The company that a record is about, undefined for a new one, with its main domain after the load. */
export type Found = { company: Company | undefined; domain: string } | { reason: string };

/**
 * Finds the company of a record: by any of its domains, else by its CIK, else by the ticker or name that identifies
 * it. Rejects a domain that belongs to a company of another name, because two companies would overwrite each other,
 * and a record whose names lead to different companies.
 */
export function findCompany(record: CompanyRecord, stored: StoredCompanies, named: References): Found {
  const filer = record.cik ? stored.byCik.get(record.cik) : undefined;
  const alternatives = record.alternative_domains ?? [];
  const company =
    record.domain === undefined ? filer : (stored.byDomain.get(record.domain) ?? moved(record, stored));
  const domain = record.domain ?? company?.content.row.domain;
  if (domain === undefined) return findByName(record, stored, named);
  if (filer && filer !== company) {
    const { name, domain: its } = filer.content.row;
    const way = `if it has moved, first load ${its} with "cik": null`;
    return { reason: `duplicate CIK: ${record.cik} belongs to ${name} (${its}), not to ${domain}; ${way}` };
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
  if (domain === main.domain || alternatives.includes(main.domain)) return { company, domain };
  if (isSame(record, company)) return { company, domain: main.domain };
  return {
    reason: `duplicate domain: ${domain} is an alternative domain of ${main.name} (${main.domain}); to make it the main one, list ${main.domain} in alternative_domains`,
  };
}

/** Finds the company with the record's ticker or name, if there is exactly one. */
function findByName(record: CompanyRecord, stored: StoredCompanies, named: References): Found {
  const { company_ticker, company_name, cik } = record;
  if (company_ticker === undefined && company_name === undefined) return { reason: DOMAIN_HINT };
  const found = named.company({ company_ticker, company_name });
  const company = found && stored.byDomain.get(found.domain);
  if (!company) {
    const problem = named.problem({ company_ticker, company_name });
    return { reason: problem.startsWith('ambiguous') || record.name === undefined ? problem : DOMAIN_HINT };
  }
  const { domain, cik: its } = company.content.row;
  if (cik && its !== null && its !== cik) {
    return {
      reason: `other company: ${company.content.row.name} (${domain}) has the CIK ${its}, not ${cik}`,
    };
  }
  return { company, domain };
}

/** Returns a reason if the record's ticker or name belongs to another company. */
function contradiction(
  { domain, cik, company_ticker, company_name }: CompanyRecord,
  { id, content: { row } }: Company,
  named: References,
): string | undefined {
  const other = named.company({ company_ticker, company_name });
  if (!other || other.id === id) return undefined;
  const one = domain === undefined ? `CIK ${cik}` : `domain ${domain}`;
  const names = [company_ticker && `ticker ${company_ticker}`, company_name && `name ${company_name}`];
  return `contradicting company: the ${one} is ${row.name} (${row.domain}), but the ${names.filter(Boolean).join(' or the ')} is ${other.name} (${other.domain}); leave out the wrong one`;
}

/** Returns the company that moves to a new domain: the record lists its former domain as an alternative. */
function moved(record: CompanyRecord, stored: StoredCompanies): Company | undefined {
  return (record.alternative_domains ?? [])
    .map((domain) => stored.byDomain.get(domain))
    .find((company) => company !== undefined && isSame(record, company));
}

/** Returns whether the record has the company's name, no name, or its CIK. */
function isSame(record: CompanyRecord, { content: { row } }: Company): boolean {
  const sameName = record.name === undefined || record.name.toLowerCase() === row.name.toLowerCase();
  return sameName || (row.cik !== null && record.cik === row.cik);
}
