import { readFileSync } from 'node:fs';

// The fields of the sample that its tests read.

interface Sourced {
  source_url?: string;
}
export interface Company {
  domain: string;
  name: string;
  type: string;
  slug?: string;
  alternative_domains?: string[];
  cik?: string | null;
  is_active?: boolean;
  headquarters?: { city: string | null; country: string } | null;
  key_people?: { founders: string[]; ceo: string[] };
  financials?: (Sourced & { name: string; value: number; date: string })[];
  listings?: { ticker: string; venue: string; listed_at: string }[];
  source_urls?: string[];
}
export interface Dataset extends Sourced {
  company: string;
  name: string;
  data: (Sourced & { x: string; y: number; type: string })[];
  data_type: string;
  frequency: string;
  metric: string;
}
export interface Filing {
  company?: string;
  company_cik?: string;
  accession_number: string;
  type: string;
  format: string;
  filed_at: string;
  url: string;
}
export interface News {
  company: string;
  headline: string;
  release_date: string;
  importance: string;
  articles: { link: string; date_published: string; thumbnail: string | null; publication_score: number }[];
}
interface Citation {
  link: string;
  quote: string | null;
  snippet?: string | null;
}
export interface Metric {
  company: string;
  metric_definition: { base: string; view: string };
  measurement: Record<'end_date' | 'type' | 'scenario' | 'unit_kind', string> & {
    custom_start_date: string | null;
    comparison_window_end_date: string | null;
    currency_code: string | null;
    amount: number | null;
    low: number | null;
    high: number | null;
  };
  citations: Citation[];
}
export interface Event {
  company: string;
  event_type: string;
  data: {
    name: string;
    status: string;
    announced_date: string;
    effective_date?: string | null;
    closing_date?: string | null;
    is_extension?: boolean;
    round_type?: string;
    transaction_type?: string;
    type?: string;
    amount_raised?: string;
    valuation?: string | null;
  };
  citations: Citation[];
}

export const sampleFiles = ['companies', 'datasets', 'filings', 'news', 'metrics', 'events'] as const;
type SampleFile = (typeof sampleFiles)[number];

/** Returns the lines of one file of the sample. */
export const linesOf = (file: SampleFile): string[] =>
  readFileSync(new URL(`./${file}.ndjson`, import.meta.url), 'utf8').trimEnd().split('\n');

const records = <T>(file: SampleFile): T[] => linesOf(file).map((line) => JSON.parse(line) as T);

/** Returns the records of the sample by kind. Throws on a line that is not JSON. */
export const readSample = () => ({
  companies: records<Company>('companies'),
  datasets: records<Dataset>('datasets'),
  filings: records<Filing>('filings'),
  news: records<News>('news'),
  metrics: records<Metric>('metrics'),
  events: records<Event>('events'),
});

/** Returns the values that a list contains more than once. */
export const repeated = (values: string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
