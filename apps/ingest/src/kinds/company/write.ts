import { companyNameKey, toTimestamp } from '@dossier/shared';
import {
  enqueue,
  keepVersions,
  noteChanges,
  type CategoryRow,
  type Change,
  type CompanyRow,
  type Trx,
} from '@dossier/store';
import { putOwnLinks } from '../category-links.ts';
import { changedFields, noteCategories } from '../changes.ts';
import { putRows, rowsWhere } from '../rows.ts';
import { domainsOf, type Company, type CompanyContent } from './stored.ts';

/**
 * Writes new and changed companies with all their parts and outbox rows, in order.
 * @param options.before the stored contents of changed companies
 * @param options.renamed companies whose filings must be indexed again
 */
export async function writeCompanies(
  trx: Trx,
  now: string,
  companies: Company[],
  { before, renamed }: { before: Map<Company, CompanyContent>; renamed: Company[] },
): Promise<void> {
  if (companies.length === 0) return;
  const rowOf = ({ content, tracked }: Company) => ({ ...content.row, ...tracked });
  const known = companies.filter((company) => company.id !== undefined);
  const fresh = companies.filter((company) => company.id === undefined);
  const knownIds = known.map((company) => company.id!);
  await keepVersions(trx, 'company', knownIds, now);
  // Domains may move between companies of one batch, so all are deleted before any is inserted.
  await deleteParts(trx, knownIds);
  await putRows(
    trx,
    'companies',
    known.map((company) => ({ id: company.id, ...rowOf(company) })),
    'id',
  );
  await putRows(trx, 'companies', fresh.map(rowOf));
  const idOfDomain = new Map(
    (
      await rowsWhere<CompanyRow>(
        trx,
        'companies',
        'domain',
        fresh.map(({ content }) => content.row.domain),
      )
    ).map((row) => [row.domain, row.id]),
  );
  for (const company of fresh) company.id = idOfDomain.get(company.content.row.domain)!;
  await insertParts(trx, now, companies);
  await noteChanges(
    trx,
    now,
    companies.map((company) => changeOf(company, before.get(company))),
  );
  await enqueue(
    trx,
    'company',
    companies.map((company) => company.id!),
  );
  await enqueueFilings(
    trx,
    renamed.map((company) => company.id!),
  );
}

function changeOf({ id, content }: Company, before: CompanyContent | undefined): Change {
  const [key, companies] = [[content.row.domain], [id!]];
  const fields = before ? changedFields(flat(before), flat(content), SHOWN) : null;
  return { op: 'upsert', kind: 'company', record: id!, key, companies, fields };
}

const flat = ({ row, ...parts }: CompanyContent) => ({ ...row, ...parts });

const SHOWN = {
  headquarters_city: 'headquarters',
  headquarters_country: 'headquarters',
  alternativeDomains: 'alternative_domains',
  externalIds: 'external_ids',
};

const PARTS = [
  'company_domains',
  'company_financials',
  'company_listings',
  'company_names',
  'company_external_ids',
];

async function deleteParts(trx: Trx, companyIds: number[]): Promise<void> {
  if (companyIds.length === 0) return;
  for (const table of PARTS) await trx(table).whereIn('company_id', companyIds).delete();
}

async function insertParts(trx: Trx, now: string, companies: Company[]): Promise<void> {
  const categoryIds = await ensureCategories(trx, now, companies);
  const rows = <T extends object>(items: (company: Company) => T[]) =>
    companies.flatMap((company) => items(company).map((item) => ({ company_id: company.id!, ...item })));
  await putRows(
    trx,
    'company_domains',
    rows((company) => domainsOf(company).map((domain) => ({ domain }))),
  );
  await putRows(
    trx,
    'company_names',
    rows(({ content }) => namesOf(content).map((name_key) => ({ name_key }))),
  );
  await putRows(
    trx,
    'company_financials',
    rows(({ content }) => content.financials),
  );
  await putRows(
    trx,
    'company_listings',
    rows(({ content }) => content.listings),
  );
  await putRows(
    trx,
    'company_external_ids',
    rows(({ content }) => content.externalIds),
  );
  await putOwnLinks(
    trx,
    'company',
    companies.map(({ id, content }) => [id!, content.categories.map(({ slug }) => categoryIds.get(slug)!)]),
  );
}

/** Returns the keys by which a company is found by name: its own name and those of its legal entities. */
const namesOf = ({ row }: Company['content']): string[] => {
  const entities = JSON.parse(row.legal_entities_json) as { name: string }[];
  const keys = [row.name, ...entities.map(({ name }) => name)].map(companyNameKey);
  return [...new Set(keys)].filter((key) => key !== '');
};

/** Returns the ids of the companies' categories by slug, and creates missing categories. */
async function ensureCategories(trx: Trx, now: string, companies: Company[]): Promise<Map<string, number>> {
  const missing = new Map(
    companies.flatMap(({ content }) => content.categories).map((category) => [category.slug, category]),
  );
  const stored = await rowsWhere<CategoryRow>(trx, 'categories', 'slug', missing.keys());
  for (const { slug } of stored) missing.delete(slug);
  await putRows(trx, 'categories', [...missing.values()]);
  const made = await rowsWhere<CategoryRow>(trx, 'categories', 'slug', missing.keys());
  await noteCategories(trx, now, made);
  return new Map([...stored, ...made].map(({ slug, id }) => [slug, id]));
}

/** Adds the filings of companies to the outbox: their search entries contain the names of the company. */
export async function enqueueFilings(trx: Trx, companyIds: number[]): Promise<void> {
  if (companyIds.length === 0) return;
  const filings = trx('filings')
    .whereIn('company_id', companyIds)
    .select(trx.raw("'filing'"), 'id', trx.raw('?', [toTimestamp(Date.now())]));
  await trx(trx.raw('outbox (kind, record_id, queued_at)')).insert(filings);
}
