import {
  category,
  companyListing,
  financial,
  headquarters,
  previewMeta,
  chain,
  type CompanyReference,
  type MaybePromise,
} from '@dossier/shared';
import {
  fillPlaceholders,
  hasPlaceholders,
  jsonFor,
  type CompanyRef,
  type Db,
  type DocumentRow,
  type Items,
  type Query,
} from '@dossier/store';
import { ListText, listText } from '../rows/json-text.ts';
import { documentPdfUrl, documentWebUrl, pictureUrl } from './links.ts';
import type { Context } from '../services.ts';

// Views that several resources share. `base` is PUBLIC_URL.

export const viewPreview = (row: DocumentRow, base: string) => ({
  title: row.preview_title,
  image: row.preview_image && pictureUrl(base, row.preview_image),
  description: row.preview_description,
});

/** Returns the fields of a row of `companies` that lists of companies and the company detail share, as SQL. */
export function companyFields(db: Db) {
  const json = jsonFor(db);
  const ofCompany = (table: string): Query => db(table).where(`${table}.company_id`, db.ref('companies.id'));
  return {
    id: 'companies.id',
    slug: 'companies.slug',
    name: 'companies.name',
    domain: 'companies.domain',
    alternative_domains: json.list(
      ofCompany('company_domains').whereNot('domain', db.ref('companies.domain')).orderBy('domain'),
      json.text('company_domains.domain'),
    ),
    cik: 'companies.cik',
    is_active: 'companies.is_active',
    type: 'companies.type',
    updated_at: 'companies.updated_at',
    founding_year: 'companies.founding_year',
    headquarters: json.nullIf(
      'companies.headquarters_city is null and companies.headquarters_country is null',
      json.object(headquarters, {
        city: 'companies.headquarters_city',
        country: 'companies.headquarters_country',
      }),
    ),
    description: 'companies.description',
    categories: json.list(
      ofCompany('company_categories')
        .join('categories', 'categories.id', 'company_categories.category_id')
        .orderBy(['categories.name', 'categories.id']),
      json.object(category, { id: 'categories.id', name: 'categories.name', slug: 'categories.slug' }),
    ),
    listings: json.list(
      ofCompany('company_listings').orderBy(['ticker', 'venue']),
      json.object(companyListing, {
        ticker: 'company_listings.ticker',
        venue: db.raw("nullif(company_listings.venue, '')"),
        listed_at: 'company_listings.listed_at',
      }),
    ),
  };
}

/** Returns the latest figures of a row of `companies`, as SQL. */
export function financialsField(db: Db, withSources = false) {
  const json = jsonFor(db);
  return json.list(
    db('company_financials').where('company_financials.company_id', db.ref('companies.id')).orderBy('name'),
    json.object(financial, {
      name: 'company_financials.name',
      value: 'company_financials.value',
      date: 'company_financials.date',
      ...(withSources && { source_url: 'company_financials.source_url' }),
    }),
  );
}

/** Returns the day of publication of a document, as SQL. */
export const publishedOn = (db: Db) => db.raw('substr(documents.published_at, 1, 10)');

/** Returns the fields that all items of documents have, as SQL with placeholders for the addresses that need PUBLIC_URL. */
export function documentFields(db: Db) {
  const json = jsonFor(db);
  return {
    id: 'documents.id',
    slug: 'documents.slug',
    title: 'documents.title',
    link: json.textOr('documents.pdf_url', json.placeholder('pdf', 'documents.slug')),
    type: 'documents.type',
    date: publishedOn(db),
    preview_meta: json.object(previewMeta, {
      title: 'documents.preview_title',
      image: json.placeholder('picture', 'documents.preview_image'),
      description: 'documents.preview_description',
    }),
  };
}

/** What addresses are made from. */
type Addressed = Pick<Context, 'publicUrl' | 'signingKeys'>;

/** Fills the placeholders of JSON text with addresses. */
export function withAddresses(text: string, context: Addressed): MaybePromise<string> {
  return hasPlaceholders(text) ? chain(addressesOf(context), (fill) => fill(text)) : text;
}

/** Returns a function that fills the placeholders of JSON text with addresses. */
const addressesOf = ({ publicUrl, signingKeys }: Addressed): MaybePromise<(text: string) => string> =>
  chain(
    signingKeys(),
    ([key]) =>
      (text) =>
        fillPlaceholders(text, {
          pdf: (slug) => documentPdfUrl({ slug: slug!, pdf_url: null }, { publicUrl, key }),
          page: (slug) => documentWebUrl(publicUrl, slug!),
          picture: (url) => url && pictureUrl(publicUrl, url),
        }),
  );

type ItemsOf<Page> = Page extends Items<infer Item> ? Item[] : never;

/** Returns the items of a page as JSON text with addresses. */
export function listWithAddresses<Page extends Items<unknown> & { total: number }>(
  page: Page,
  context: Context,
): MaybePromise<ListText<ItemsOf<Page>>> {
  const { text, items, total } = listText(page);
  if (!hasPlaceholders(text)) return new ListText(items, total);
  return chain(addressesOf(context), (fill) => new ListText(items.map(fill), total));
}

/** Returns a company with its id as a string. */
export const viewCompanyReference = ({ id, slug, domain }: CompanyRef): CompanyReference => ({
  id: String(id),
  slug,
  domain,
});

/** Returns the fields of a company with its id as a text, as SQL. */
export const companyReferenceFields = (db: Db) => ({
  id: db.raw('cast(companies.id as text)'),
  slug: 'companies.slug',
  domain: 'companies.domain',
});
