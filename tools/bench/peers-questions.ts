import { isDeepStrictEqual } from 'node:util';
import { LARGE_COMPANY } from './speed-rows.ts';

/** A question that every program answers from the same rows. */
export interface PeerQuestion {
  name: string;
  /** The values that the question is asked with, in turn. */
  asks: Ask[];
  /** The query of GraphQL, whose aliases are the names of tables and columns. */
  graphql: string;
  /** The collection of Directus, and the fields, in the same form as the response to the GraphQL query. */
  directus: { collection: string; fields: string[]; sorts: Record<string, string[]>; counts: boolean };
  /** Returns our response in the form in which `valuesOf` returns that of other programs. */
  ourValues: (answer: never) => unknown;
  /** @param rows what GraphQL returns as `rows`, and Directus as `data`; `total` is the number of all matching rows */
  valuesOf: (answer: { rows: Row[]; total: number | undefined }) => unknown;
}

/** A question about one company. */
export interface Ask {
  /** Our request, relative to `/api/v1/`. */
  path: string;
  /** The variables of the GraphQL query. */
  variables: Record<string, unknown>;
  /** The parameters of Directus apart from the fields. */
  filter: Record<string, string>;
}

export type Row = Record<string, unknown>;

/** The fields of our company detail, as far as the tables have them. Addresses of documents are computed. */
const COMPANY = {
  columns:
    'id slug name domain cik is_active type updated_at founding_year headquarters_city headquarters_country ' +
    'description logo_json social_json legal_entities_json key_people_json',
  company_domains: 'domain',
  categories: 'id name slug',
  company_listings: 'ticker venue listed_at',
  document_companies: 'relation',
  documents:
    'id slug title type pdf_url published_at created_at updated_at preview_title preview_image preview_description',
  datasets:
    'id dataset_id name x_label y_label data_json source_type source_url status data_type frequency metric ' +
    'start_date end_date created_at updated_at company_id',
  company_financials: 'name value date source_url',
  events: 'id subtype event_date name data_json',
};
const NEWS = {
  columns: 'id release_date created_at updated_at headline short_headline description articles_json',
  companies: 'id domain',
};

/** Returns the columns as fields of GraphQL with the names of the columns. */
const aliased = (columns: string) =>
  columns
    .split(' ')
    .map((column) => {
      const field = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      return field === column ? column : `${column}: ${field}`;
    })
    .join(' ');
const within = (path: string, columns: string) => columns.split(' ').map((column) => `${path}.${column}`);

const COMPANY_GRAPHQL = `query company($domain: String!) {
  row: companyByDomain(domain: $domain) {
    ${aliased(COMPANY.columns)}
    company_domains: companyDomainsByCompanyIdList(orderBy: DOMAIN_ASC) { ${aliased(COMPANY.company_domains)} }
    company_categories: companyCategoriesByCompanyIdList {
      category_id: categoryByCategoryId { ${aliased(COMPANY.categories)} }
    }
    company_listings: companyListingsByCompanyIdList(orderBy: [TICKER_ASC, VENUE_ASC]) {
      ${aliased(COMPANY.company_listings)}
    }
    document_companies: documentCompaniesByCompanyIdList(orderBy: [PUBLISHED_AT_DESC, DOCUMENT_ID_DESC]) {
      ${aliased(COMPANY.document_companies)}
      document_id: documentByDocumentId { ${aliased(COMPANY.documents)} }
    }
    datasets: datasetsByCompanyIdList(orderBy: DATASET_ID_ASC) { ${aliased(COMPANY.datasets)} }
    company_financials: companyFinancialsByCompanyIdList(orderBy: NAME_ASC) {
      ${aliased(COMPANY.company_financials)}
    }
    events: eventsByCompanyIdList(condition: { type: "company_milestone" }, orderBy: [EVENT_DATE_DESC, ID_DESC]) {
      ${aliased(COMPANY.events)}
    }
  }
}`;

const newsGraphql = (counts: boolean) => {
  const condition = 'condition: { companyId: $company, importance: "major" }';
  const sorted = `first: 50, ${condition}, orderBy: [RELEASE_DATE_DESC, ID_DESC]`;
  const item = `${aliased(NEWS.columns)} company_id: companyByCompanyId { ${aliased(NEWS.companies)} }`;
  return counts
    ? `query counted($company: Int!) {
  page: allNews(${sorted}) { rows: nodes { ${item} } total: totalCount pageInfo { hasNextPage endCursor } }
}`
    : `query news($company: Int!) { page: allNewsList(${sorted}) { ${item} } }`;
};

const URLS = 1000;

/** Returns the questions for a database with so many companies. */
export function peerQuestionsOf(companies: number): PeerQuestion[] {
  const ids = Array.from(
    { length: Math.min(URLS, companies - 2) },
    (_, i) => 2 + ((i * 7919) % (companies - 2)),
  );
  const domains = ids.map((id) => `company-${id}.example.com`);
  const news = (name: string, counts: boolean): PeerQuestion => ({
    name,
    asks: [
      {
        path: `news/company/?company_id=${LARGE_COMPANY}&page_size=50`,
        variables: { company: LARGE_COMPANY },
        filter: {
          'filter[company_id][_eq]': String(LARGE_COMPANY),
          'filter[importance][_eq]': 'major',
          sort: '-release_date,-id',
          limit: '50',
        },
      },
    ],
    graphql: newsGraphql(counts),
    directus: {
      collection: 'news',
      fields: [...NEWS.columns.split(' '), ...within('company_id', NEWS.companies)],
      sorts: {},
      counts,
    },
    ourValues: ({
      company_news,
      pagination,
    }: {
      company_news: Row[];
      pagination: { total_items: number };
    }) => ({
      items: company_news,
      total: counts ? pagination.total_items : undefined,
    }),
    valuesOf: ({ rows, total }) => ({
      items: rows.map(({ articles_json, company_id, ...item }) => ({
        ...item,
        articles: parsed(articles_json),
        company: company_id,
      })),
      total,
    }),
  });
  return [
    {
      name: `company by domain, ${domains.length} companies`,
      asks: domains.map((domain) => ({
        path: `companies/?company_domain=${domain}`,
        variables: { domain },
        filter: {
          'filter[domain][_eq]': domain,
          limit: '1',
          'deep[events][_filter][type][_eq]': 'company_milestone',
        },
      })),
      graphql: COMPANY_GRAPHQL,
      directus: {
        collection: 'companies',
        fields: [
          ...COMPANY.columns.split(' '),
          ...within('company_domains', COMPANY.company_domains),
          ...within('company_categories.category_id', COMPANY.categories),
          ...within('company_listings', COMPANY.company_listings),
          ...within('document_companies', COMPANY.document_companies),
          ...within('document_companies.document_id', COMPANY.documents),
          ...within('datasets', COMPANY.datasets),
          ...within('company_financials', COMPANY.company_financials),
          ...within('events', COMPANY.events),
        ],
        sorts: {
          company_domains: ['domain'],
          company_listings: ['ticker', 'venue'],
          document_companies: ['-published_at', '-document_id'],
          datasets: ['dataset_id'],
          company_financials: ['name'],
          events: ['-event_date', '-id'],
        },
        counts: false,
      },
      ourValues: ({ company }: { company: Row }) => ({
        ...company,
        documents: (company['documents'] as Row[]).map(({ link: _computed, ...document }) => document),
      }),
      valuesOf: ({ rows }) => companyOf(rows[0]!),
    },
    news('news of the busiest company, 50', false),
    news('news of the busiest company, 50, with their total', true),
  ];
}

const parsed = (text: unknown): unknown => JSON.parse(text as string);
const rowsOf = (list: unknown) => list as Row[];

/** Returns a company of the tables in the form of our response. */
function companyOf(row: Row): unknown {
  const { headquarters_city: city, headquarters_country: country } = row;
  return {
    ...Object.fromEntries(
      COMPANY.columns
        .split(' ')
        .filter((name) => !name.endsWith('_json') && !name.startsWith('headquarters_'))
        .map((name) => [name, row[name]]),
    ),
    logo: parsed(row['logo_json']),
    social: parsed(row['social_json']),
    legal_entities: parsed(row['legal_entities_json']),
    key_people: parsed(row['key_people_json']),
    headquarters: city === null && country === null ? null : { city, country },
    alternative_domains: rowsOf(row['company_domains'])
      .map(({ domain }) => domain)
      .filter((domain) => domain !== row['domain']),
    categories: rowsOf(row['company_categories']).map(({ category_id }) => category_id),
    listings: rowsOf(row['company_listings']).map((listing) => ({
      ...listing,
      venue: listing['venue'] === '' ? null : listing['venue'],
    })),
    documents: rowsOf(row['document_companies']).map(({ relation, document_id }) =>
      documentOf(document_id as Row, relation),
    ),
    company_datasets: rowsOf(row['datasets']).map(({ data_json, company_id, ...dataset }) => ({
      ...dataset,
      data: (parsed(data_json) as Row[]).map(({ source_url: _source, ...point }) => point),
      company: company_id,
    })),
    financials: row['company_financials'],
    milestones: rowsOf(row['events']).map(({ id, subtype, event_date, name, data_json }) => ({
      id,
      type: subtype,
      date: event_date,
      label: name,
      description: (parsed(data_json) as Row)['description'] ?? null,
    })),
  };
}

function documentOf(row: Row, relation: unknown) {
  const { id, slug, title, type, created_at, updated_at } = row;
  const published = (row['published_at'] as string).slice(0, 10);
  return {
    id,
    slug,
    title,
    type,
    date: published,
    published_at: published,
    created_at,
    updated_at,
    preview_meta: {
      title: row['preview_title'],
      image: row['preview_image'],
      description: row['preview_description'],
    },
    relation,
  };
}

/** Compares two values with each other. @throws naming the first part that differs */
export function checkSame(question: string, program: string, ours: unknown, theirs: unknown): void {
  const path = differenceOf(ours, theirs);
  if (path === undefined) return;
  const [one, other] = [ours, theirs].map((value) => JSON.stringify(at(value, path)) ?? 'missing');
  throw new Error(
    `${question}: ${path.join('.')} is ${one} in our response and ${other} in that of ${program}.`,
  );
}

/** Returns the path to the first part that differs, or undefined. */
function differenceOf(one: unknown, other: unknown): string[] | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (!isObject(one) || !isObject(other)) return [];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const name of names) {
    const path = differenceOf(one[name], other[name]);
    if (path !== undefined) return [name, ...path];
  }
  return [];
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value);
