/** The kinds of records, as the commands of ingest and the store name them. */
const NAMES: Record<string, string> = {
  companies: 'company',
  datasets: 'dataset',
  documents: 'document',
  filings: 'filing',
  events: 'event',
  categories: 'category',
  news: 'news',
  metrics: 'metric',
};

/** The kinds of records, as the commands of ingest name them. */
export const KINDS = Object.keys(NAMES);
export const kindChoices = KINDS.map((value) => ({ value, text: value }));

/** Returns how the store names a kind. An unknown one has no records. */
export const storedKind = (kind: string): string => NAMES[kind] ?? kind;
