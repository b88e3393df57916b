/** The kinds of widgets; each is the path segment of its address and the end of its element's name. */
export const kinds = ['valuation-chart', 'valuation-table', 'company-summary', 'dataset-chart'] as const;
export type Kind = (typeof kinds)[number];
/** What an address can stand for: a widget, or a document's PDF, which is not drawn here. */
export const addressKinds = [...kinds, 'document-pdf'] as const;
export type AddressKind = (typeof addressKinds)[number];

export const themes = ['auto', 'light', 'dark'] as const;
/** `auto` follows the reader's setting, or the page that holds the frame. */
export type Theme = (typeof themes)[number];

export const fonts = ['system', 'sans', 'serif', 'slab', 'humanist', 'mono'] as const;
/** Families that readers' machines have; nothing is loaded. */
export type Font = (typeof fonts)[number];

/** `logoUrl` is shown only when it is a path of the service itself: an embed asks nothing of third parties. */
export type Company = { name: string; slug: string; domain: string; logoUrl: string | null };
export type Source = { url: string; title: string };

/** `date` is `YYYY-MM-DD`; `value` is in plain units (dollars, not millions). */
export type Point = { date: string; value: number; estimate: boolean; source: Source | null };

/** `until`: the last day of which values are shown, where later ones are left out on purpose. */
type Pinned = { until?: string | null };

/**
 * `currency` is an ISO 4217 code; `asOf` the day up to which the data reach. `leftOut` are values in other currencies,
 * which no line or table of this one can hold.
 */
export type ValuationData = Pinned & {
  company: Company;
  points: Point[];
  currency: string;
  leftOut?: { date: string; currency: string }[];
  asOf: string | null;
};

export type Figure = { value: number; date: string | null; estimate: boolean; source: Source | null };
export type CompanySummaryData = Pinned & {
  company: Company;
  type: 'private' | 'public' | null;
  description: string | null;
  foundingYear: number | null;
  headquarters: { city: string | null; country: string | null } | null;
  founders: string[];
  ceo: string[];
  categories: string[];
  currency: string;
  valuation: Figure | null;
  revenue: Figure | null;
  funding: Figure | null;
  asOf: string | null;
};

/** `value` null is a gap. A point without a source of its own has that of its dataset. */
export type DatasetPoint = {
  date: string;
  value: number | null;
  estimate: boolean;
  source?: Source | null;
};
type Annotation = { date: string; label: string };
export type DatasetSeries = {
  name: string;
  /** A CSS hex colour, or null for the next one of the palette. */
  color: string | null;
  points: DatasetPoint[];
  annotations: Annotation[];
  dataLabels: boolean;
  source: Source | null;
};
/** `unit` is an ISO 4217 code, `percent`, or any other unit's name. */
export type DatasetChartData = Pinned & {
  name: string;
  description: string | null;
  view: 'line' | 'column' | 'area';
  unit: string;
  series: DatasetSeries[];
  asOf: string | null;
};

/** One widget: its kind and the data it draws. */
export type Widget =
  | { kind: 'valuation-chart'; data: ValuationData }
  | { kind: 'valuation-table'; data: ValuationData }
  | { kind: 'company-summary'; data: CompanySummaryData }
  | { kind: 'dataset-chart'; data: DatasetChartData };
