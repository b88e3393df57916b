/**
 * The rows of the tables that slices and kinds use, as both databases return them. Times are fixed-width UTC text;
 * `*_json` columns contain JSON text. A row type that only one file of this folder uses is in that file.
 */

export interface Tracked {
  created_at: string;
  updated_at: string;
  content_hash: string;
}

export interface CompanyRow extends Tracked {
  id: number;
  slug: string;
  name: string;
  domain: string;
  cik: string | null;
  is_active: boolean | 0 | 1;
  type: 'private' | 'public';
  description: string | null;
  founding_year: number | null;
  headquarters_city: string | null;
  headquarters_country: string | null;
  logo_json: string | null;
  social_json: string;
  legal_entities_json: string;
  key_people_json: string;
}

/** A domain of a company: its own, or an alternative. */
export interface CompanyDomainRow {
  domain: string;
  company_id: number;
}

/** The id that a source gives a company. */
export interface CompanyExternalIdRow {
  source: string;
  external_id: string;
  company_id: number;
}

/**
 * How a row found its company if that is not sure: by a name, by a ticker, or by a domain of another company. A pair is a
 * judgement about two stored companies. It has no rows, and its `name_key` is the id of the other company: `#7`.
 */
export type UnsureWay = 'name' | 'ticker' | 'domain' | 'pair';

/** The rows of a source that found their company in an unsure way, with their review; or a pair. */
export interface CompanyMatchRow {
  id: number;
  /** Empty for a load that names no source. */
  source: string;
  name_key: string;
  company_id: number;
  way: UnsureWay;
  /** As the source writes it. */
  name: string;
  /** The rows of a pending match are held. A fact agrees, or a person accepts or rejects. */
  status: 'pending' | 'agreed' | 'accepted' | 'rejected';
  /** Which facts agree or contradict; null if none does. */
  reason: string | null;
  /** The id that the source gives the company in one of the rows. */
  external_id: string | null;
  /** The first row: `rounds.csv row 3`. */
  place: string;
  /** What that row stated, cut short; null for a match of an earlier release. */
  row_json: string | null;
  /** Of a pair: the time since which changes of its companies count. */
  matched_at: string;
  /** Also of a match that a person was unsure about, which stays pending. */
  reviewed_at: string | null;
  reviewed_by: string | null;
  review_run: number | null;
}

export interface CompanyFinancialRow {
  company_id: number;
  name: string;
  value: number | null;
  date: string | null;
  /** The source link of the value, as the feed states it. */
  source_url: string | null;
}

export interface CompanyListingRow {
  company_id: number;
  ticker: string;
  venue: string;
  listed_at: string | null;
}

export interface CategoryRow {
  id: number;
  slug: string;
  name: string;
}

/** Who states that a company or document is in a category: 1 its own rows, 2 the rows of the category, 3 both. */
export type StatedBy = 1 | 2 | 3;

export interface DatasetRow extends Tracked {
  id: string;
  dataset_id: number;
  company_id: number;
  name: string;
  x_label: string;
  y_label: string;
  /** `{x, y, type}` in the order of time, and `source_url` last for points that have one. The API removes it. */
  data_json: string;
  source_type: string | null;
  source_url: string | null;
  status: string;
  data_type: string;
  frequency: string | null;
  metric: string;
  start_date: string | null;
  end_date: string | null;
}

export interface DocumentRow extends Tracked {
  id: number;
  slug: string;
  type: 'market' | 'company' | 'interview';
  title: string;
  published_at: string;
  last_publication_date: string;
  preview_title: string;
  preview_image: string | null;
  preview_description: string | null;
  pdf_url: string | null;
  web_url: string | null;
  /** The accession number of the filing whose text it is. */
  filing: string | null;
  metadata_json: string;
  /** The source that loaded it; null for a load that names none. */
  source: string | null;
}

export interface DocumentBodyRow {
  document_id: number;
  content_json: string;
}

export interface DocumentCompanyRow {
  document_id: number;
  company_id: number;
  relation: 'subject' | 'connected';
}

/** A picture. Its id is the SHA-256 of its bytes in lowercase hex. */
export interface AssetRow {
  id: string;
  media_type: string;
  body: Buffer;
  created_at: string;
}

export interface FilingRow extends Tracked {
  id: string;
  company_id: number;
  accession_number: string;
  name: string;
  type: string;
  format: string | null;
  region: string | null;
  filed_at: string;
  source_url: string;
}

export interface EventRow extends Tracked {
  /** The id of the data. The event's id is this with a prefix. */
  id: string;
  company_id: number;
  type: 'funding_round' | 'secondary_transaction' | 'corporate_action' | 'company_milestone';
  subtype: string;
  name: string;
  /** The `announced_date` of the data. */
  event_date: string;
  /** 1, or higher for another round of the same company, day and name. */
  part: number;
  status: 'announced' | 'closed' | 'cancelled';
  data_json: string;
  citations_json: string;
}

export interface NewsRow extends Tracked {
  id: string;
  company_id: number;
  headline: string;
  short_headline: string;
  description: string;
  release_date: string;
  importance: 'major' | 'minor';
  articles_json: string;
}

export interface MetricRow extends Tracked {
  id: string;
  company_id: number;
  observation_key: string;
  base: string;
  view: string;
  base_period: string | null;
  base_forward: string | null;
  growth_period: string | null;
  growth_period_length: number | null;
  scenario: string;
  end_date: string;
  custom_start_date: string | null;
  comparison_window_end_date: string | null;
  comparison_window_custom_start_date: string | null;
  type: 'equals' | 'greater_than' | 'less_than' | 'between' | 'about';
  unit_kind: string;
  currency_code: string | null;
  amount: number | null;
  low: number | null;
  high: number | null;
  scope_name: string | null;
  scope_type: string | null;
  status: string;
  citations_hash: string;
}

export interface MetricCitationRow {
  metric_id: string;
  company_id: number;
  position: number;
  link: string;
  headline: string;
  quote: string | null;
  snippet: string | null;
  publication: string;
  type: string;
  is_filing: boolean | 0 | 1;
  updated_at: string;
}

/** An embed that an organization saved. Its address stays when its versions change. */
export interface SavedEmbedRow {
  id: string;
  /** The organization; empty for the operators of the service. */
  creator: string;
  title: string;
  /** The options of its address. */
  look: string;
  /** The number of the current version. */
  version: number;
  unpublished_at: string | null;
  created_at: string;
  updated_at: string;
}

/** What an embed is at a version: the parts of an address, and what the builder opens with. */
export interface SavedVersionRow {
  embed_id: string;
  version: number;
  title: string;
  kind: string;
  subject: string;
  look: string;
  query: string;
  made_by: string;
  made_at: string;
}

/** A column of numbers of a table that an organization pasted, for embeds of its own. */
export interface OwnColumnRow {
  id: string;
  table_id: string;
  /** The organization; empty for the operators of the service. */
  creator: string;
  table_name: string;
  /** The place among the columns of its table, from 0. */
  position: number;
  name: string;
  /** The unit, as that of a dataset. */
  metric: string;
  /** What its days are of, or `category` if its values are of names. */
  frequency: 'annual' | 'quarterly' | 'monthly' | 'category' | null;
  /** Values as of a dataset; those of names have `x` as a name. */
  data_json: string;
  created_at: string;
}

export interface ChartRow {
  id: string;
  /** The hash of creator, name and description, which identify a chart. */
  chart_key: string;
  /** The organization that created it. */
  creator: string;
  name: string;
  description: string;
  view_type: 'line' | 'column' | 'area';
  /** The UUIDs of the datasets, each with its drawing options. */
  series_json: string;
  created_at: string;
}
