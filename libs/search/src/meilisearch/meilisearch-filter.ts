import type { SearchQuery, SearchResultType } from '../search-engine.ts';

/** Returns the Meilisearch filter for the dates and filter of a query, or undefined. The server ignores case. */
export function filterOf({ dateFrom, dateTo, filter = {} }: SearchQuery): string | undefined {
  const { types, company, forms = {} } = filter;
  const restricted = Object.entries(forms) as [SearchResultType, string[]][];
  const parts = [
    ...(dateFrom === undefined ? [] : [`at >= ${Date.parse(dateFrom)}`]),
    ...(dateTo === undefined ? [] : [`at <= ${Date.parse(dateTo)}`]),
    ...(types === undefined ? [] : [`type IN [${types.map(quote).join(',')}]`]),
    ...(company === undefined ? [] : [`companies = ${company}`]),
    ...restricted.map(([type, list]) => `(type != ${type} OR form IN [${list.map(quote).join(',')}])`),
  ];
  return parts.length > 0 ? parts.join(' AND ') : undefined;
}

const quote = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;
