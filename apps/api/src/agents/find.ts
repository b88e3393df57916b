import { z } from 'zod';
import { search } from '../resources/search/contract.ts';
import { searchCompanies } from '../resources/company-search/contract.ts';
import type { Context } from '../services.ts';
import {
  clipped,
  fitting,
  newestSeq,
  offsetOf,
  paged,
  pageOf,
  pageOfCompany,
  rejectTogether,
  tool,
  type Found,
} from './tool.ts';

const input = z.strictObject({
  query: z.string().min(1).max(2000).optional().describe('Words or a question'),
  types: z.array(z.enum(['company', 'document', 'filing', 'news'])).optional(),
  company_domain: z.string().max(300).optional().describe('With query: only about this company'),
  category: z.string().max(200).optional().describe('Slug, such as payments'),
  country: z.string().max(200).optional(),
  sort: z.enum(['valuation', 'revenue', 'total_funding']).optional().describe('Largest first'),
  ...pageOf(10, 20),
});
type Input = z.output<typeof input>;

const MAX_EXCERPT = 400;
const MAX_TITLE = 300;

const item = z.object({
  type: z.string(),
  id: z.string().describe('For the other tools'),
  title: z.string(),
  excerpt: z.string(),
  day: z.string().nullable(),
  section: z.string().nullable().describe('For read_document'),
  url: z.string(),
});
type Item = z.output<typeof item>;

/** Finds records by words, or companies by category, country and figures. */
export const find = tool({
  name: 'find',
  description:
    'Search companies, research documents, filings and news with query; or list companies by category and country, sorted by a figure.',
  input,
  output: z.object({ results: z.array(item), ...paged }),
  run: async (context, asked) => {
    if (asked.query !== undefined) rejectTogether(asked, ['category', 'country', 'sort'], 'query');
    else rejectTogether(asked, ['types', 'company_domain'], 'a list of companies, which has no query');
    const read = asked.query === undefined ? listed : searched;
    return fitting(asked.limit, (limit) => read(context, { ...asked, limit }));
  },
});

async function searched(
  context: Context,
  { query, types, company_domain, limit, cursor }: Input,
): Promise<Found> {
  const seq = await newestSeq(context);
  const offset = offsetOf(cursor);
  const body = await context.call(search, {
    ...{ query: query!, types, company_domain, limit, offset },
    include: ['sections'],
  });
  const results = body.results.map(({ document_id, type, title, excerpt, date, section, url }) => ({
    ...{ type, id: document_id, title: clipped(title, MAX_TITLE), excerpt: clipped(excerpt, MAX_EXCERPT) },
    ...{ day: date.slice(0, 10), section: section?.id ?? null },
    url: type === 'company' ? pageOfCompany(context, document_id) : context.publicUrl + url,
  }));
  const next = offset + results.length;
  return found(results, next < body.total_results && results.length > 0 ? String(next) : null, seq);
}

async function listed(context: Context, { category, country, sort, limit, cursor }: Input): Promise<Found> {
  const seq = await newestSeq(context);
  const { companies, pagination } = await context.call(searchCompanies, {
    ...{ category, country, sort, page_size: limit, page_after: cursor },
    fields: ['slug', 'name', 'domain', 'description', 'headquarters'],
  });
  const results = companies.map(({ slug, name, domain, description, headquarters }) => ({
    ...{ type: 'company', id: slug!, title: clipped(`${name} (${domain})`, MAX_TITLE) },
    excerpt: clipped(
      [headquarters?.city, headquarters?.country, description].filter((part) => part != null).join(', '),
      MAX_EXCERPT,
    ),
    ...{ day: null, section: null, url: pageOfCompany(context, slug!) },
  }));
  return found(results, pagination.next_cursor, seq);
}

function found(results: Item[], next_cursor: string | null, seq: number): Found {
  const lines = results.map(({ type, id, title }) => `${type} ${id}: ${title}`);
  return {
    result: { results, next_cursor, seq },
    text: lines.length === 0 ? 'Nothing found. Try fewer or other words.' : lines.join('\n'),
  };
}
