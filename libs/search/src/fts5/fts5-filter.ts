import type { SearchQuery, SearchResultType } from '../search-engine.ts';

/**
 * A condition on rows of `entry e`, with the values of its parameters. Queries with equal filters share the SQL. It is ''
 * without a filter, so that entries need not be read.
 */
export interface Condition {
  sql: string;
  values: Record<string, string | number>;
}

/** Returns the condition for the dates and the filter of a query. */
export function conditionOf({ dateFrom, dateTo, filter = {} }: SearchQuery): Condition {
  const { types, company, forms = {} } = filter;
  const parts: string[] = [];
  const values: Condition['values'] = {};
  if (dateFrom !== undefined) {
    parts.push('e.date >= @dateFrom');
    values['dateFrom'] = dateFrom;
  }
  if (dateTo !== undefined) {
    parts.push('e.date <= @dateTo');
    values['dateTo'] = dateTo;
  }
  if (types !== undefined) {
    parts.push('e.type IN (SELECT value FROM json_each(@types))');
    values['types'] = JSON.stringify(types);
  }
  if (company !== undefined) {
    parts.push('EXISTS (SELECT 1 FROM entry_company c WHERE c.key = e.key AND c.company = @company)');
    values['company'] = company;
  }
  for (const [type, list] of Object.entries(forms) as [SearchResultType, string[]][]) {
    parts.push(`(e.type <> '${type}' OR e.form IN (SELECT value FROM json_each(@${type}_forms)))`);
    values[`${type}_forms`] = JSON.stringify(list.map((form) => form.toLowerCase()));
  }
  return { sql: parts.join(' AND '), values };
}
