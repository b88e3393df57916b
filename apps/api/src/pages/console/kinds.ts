/** The kinds of records, as the commands of ingest name them. */
export const KINDS = [
  'companies',
  'datasets',
  'documents',
  'filings',
  'events',
  'categories',
  'news',
  'metrics',
];
export const kindChoices = KINDS.map((value) => ({ value, text: value }));
