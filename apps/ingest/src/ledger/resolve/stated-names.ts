import { companyNameKey } from '@dossier/shared';
import type { StatementRow } from '@dossier/store';
import { NAMES, type CompanyReference, type Naming } from '../../fields/references.ts';
import { foldTicker } from './agreement.ts';

const namingKey = (naming: Naming, value: string, source = ''): string => {
  if (naming === 'company_name') return JSON.stringify([naming, companyNameKey(value)]);
  if (naming === 'company_ticker') return JSON.stringify([naming, foldTicker(value)]);
  return JSON.stringify(naming === 'company_external_id' ? [naming, source, value] : [naming, value]);
};

/** The fields by which the record of a company names it. */
const OWN: Partial<Record<Naming, string>> = {
  company: 'domain',
  company_cik: 'cik',
  company_external_id: 'external_id',
};

/**
 * Returns the keys of the names by which a row named its company.
 * @param given the fields of the row that name it: see `namedJson`
 */
export function namesGiven(
  given: CompanyReference & { domain?: string; cik?: string; external_id?: string },
  source = given.source,
): string[] {
  const fields = given as Record<string, string | undefined>;
  return NAMES.flatMap((naming) => {
    const value = fields[naming] ?? fields[OWN[naming] ?? naming];
    return value === undefined ? [] : namingKey(naming, value, source);
  });
}

interface NamedContent {
  name?: string;
  domain?: string;
  alternative_domains?: string[] | null;
  add_alternative_domains?: string[] | null;
  cik?: string | null;
  external_id?: string;
  legal_entities?: { name: string }[] | null;
  listings?: { ticker: string }[] | null;
  add_listings?: { ticker: string }[] | null;
}

/** Returns the keys of the names that a statement about a company gives it. */
export function namesStated({ source, content_json }: StatementRow): string[] {
  const content = JSON.parse(content_json ?? '{}') as NamedContent;
  const listings = [content.listings ?? [], content.add_listings ?? []].flat();
  return [
    ...domainsStated(content).map((domain) => namingKey('company', domain)),
    ...[content.cik ?? []].flat().map((cik) => namingKey('company_cik', cik)),
    ...[content.external_id ?? []].flat().map((id) => namingKey('company_external_id', id, source)),
    ...listings.map(({ ticker }) => namingKey('company_ticker', ticker)),
    ...[content.name ?? [], (content.legal_entities ?? []).map(({ name }) => name)]
      .flat()
      .map((name) => namingKey('company_name', name)),
  ];
}

const domainsStated = (content: NamedContent): string[] =>
  [content.domain ?? [], content.alternative_domains ?? [], content.add_alternative_domains ?? []].flat();
