import { invalid } from '@dossier/shared';
import { z } from 'zod';
import { placesOf } from '../rows/places.ts';
import { listEvents } from '../resources/events/contract.ts';
import { listFilings } from '../resources/filings/contract.ts';
import { listMetrics } from '../resources/metrics/contract.ts';
import type { Context } from '../services.ts';
import { filingPageUrl } from '../views/links.ts';
import { companyFilterOf } from './company.ts';
import {
  clipped,
  company as companyInput,
  fact,
  fitting,
  lineOf,
  newestSeq,
  paged,
  pageOf,
  pageOfCompany,
  shortUrl,
  tool,
  type Fact,
} from './tool.ts';

const day = z.string().max(40).optional();
const input = z.strictObject({
  what: z.enum(['metrics', 'events', 'filings']),
  company: companyInput.optional(),
  names: z
    .array(z.string().max(100))
    .max(20)
    .optional()
    .describe('Metrics: trailing_revenue …; events: funding-round …; filings: one form, such as 10-K'),
  from: day.describe('First day, YYYY-MM-DD'),
  to: day,
  ...pageOf(10, 30),
});
type Asked = Omit<z.output<typeof input>, 'company' | 'what'> & {
  companyFilter: { company_id?: number; company_domain?: string };
  seq: number;
};
interface Page {
  facts: Fact[];
  next: string | null;
}

const MAX_TEXT = 200;

/** Lists metrics, events or filings, newest first. */
export const observe = tool({
  name: 'observe',
  description:
    'Metrics (revenue, headcount …), events (funding rounds …) or filings over time, newest first. Without a company: metrics of at most 14 days, or filings that changed in at most 14 days.',
  input,
  output: z.object({ facts: z.array(fact), ...paged }),
  run: async (context, { what: recordType, company: given, ...asked }) => {
    const seq = await newestSeq(context);
    const companyFilter = await companyFilterOf(context, given);
    const read = { metrics, events, filings }[recordType];
    return fitting(asked.limit, async (limit) => {
      const { facts, next } = await read(context, { ...asked, limit, companyFilter, seq });
      const text = facts.length === 0 ? `No ${recordType} match.` : facts.map(lineOf).join('\n');
      return { result: { facts, next_cursor: next, seq }, text };
    });
  },
});

async function metrics(context: Context, asked: Asked): Promise<Page> {
  const body = await context.call(listMetrics, {
    ...asked.companyFilter,
    metric_base: asked.names,
    measurement_end_date_gte: asked.from,
    measurement_end_date_lte: asked.to,
    page_size: asked.limit,
    page_after: asked.cursor,
  });
  const facts = body.metrics.map(({ metric_definition: metric, measurement, company, citations }) => {
    const { type, low, high, amount, scope_name, scenario } = measurement;
    const detail = [metric.view, metric.base_period, scenario, type, scope_name];
    return {
      name: clipped(metric.base, MAX_TEXT),
      value: type === 'between' ? `${low} to ${high}` : amount,
      unit: measurement.currency_code ?? measurement.unit_kind,
      day: measurement.end_date,
      detail: clipped(detail.filter((part) => part !== null).join(', '), MAX_TEXT),
      ...citationOf(citations.sources[0]),
      url: pageOfCompany(context, company.slug),
      seq: asked.seq,
    };
  });
  return { facts, next: body.pagination.next_cursor };
}

/** The figures of an event; each type has some of them. */
type Figures = Record<'amount_raised' | 'transaction_amount' | 'valuation' | 'currency', string | null>;

async function events(context: Context, asked: Asked): Promise<Page> {
  const body = await context.call(listEvents, {
    ...asked.companyFilter,
    types: asked.names,
    start_date: asked.from,
    end_date: asked.to,
    include_citations: true,
    pagination: 'cursor',
    page_size: asked.limit,
    page_after: asked.cursor,
  });
  const facts = body.events.flatMap((event) => {
    const { event_subtype, event_date, data, company, citations = [] } = event;
    const name = 'event_name' in event ? event.event_name : event_subtype;
    const { amount_raised, transaction_amount, valuation = null, currency = null } = data as Partial<Figures>;
    const amount = amount_raised ?? transaction_amount ?? null;
    const figures = [
      { detail: event_subtype, value: amount },
      { detail: `${event_subtype}, valuation of the company`, value: valuation },
    ].filter(({ value }) => value !== null);
    // If both are unknown, the event is one fact without a value.
    return (figures.length > 0 ? figures : [{ detail: event_subtype, value: null }]).map(
      ({ detail, value }) => ({
        name: clipped(name, MAX_TEXT),
        value,
        unit: value === null ? null : currency,
        day: event_date,
        detail: clipped(detail, MAX_TEXT),
        ...citationOf(citations[0]),
        url: pageOfCompany(context, company.slug),
        seq: asked.seq,
      }),
    );
  });
  return { facts, next: (body.pagination as { next_cursor: string | null }).next_cursor };
}

async function filings(context: Context, { names = [], from, to, ...asked }: Asked): Promise<Page> {
  if (names.length > 1)
    throw invalid('names', 'must be one form for filings. Call observe once for each form');
  const isAllCompanies = Object.keys(asked.companyFilter).length === 0;
  if (isAllCompanies && from === undefined)
    throw invalid('from', 'is required without a company, and selects the filings that changed since then');
  const body = await context.call(listFilings, {
    ...asked.companyFilter,
    filing_type: names[0],
    ...(isAllCompanies
      ? { updated_at_gte: from, updated_at_lte: to }
      : { filed_at_start: from, filed_at_end: to }),
    page_size: asked.limit,
    cursor: asked.cursor,
  });
  const facts = body.filings.map(({ id, name, type, filed_at, url, company }) => ({
    name: clipped(name, MAX_TEXT),
    value: null,
    unit: null,
    day: filed_at.slice(0, 10),
    detail: company ? clipped(`${type} of ${company.name}`, MAX_TEXT) : type,
    citation: clipped(name, MAX_TEXT),
    citation_url: url,
    url: filingPageUrl(context.publicUrl, id),
    seq: asked.seq,
  }));
  const next = placesOf(body.pagination).next?.['cursor'];
  return { facts, next: next === undefined ? null : String(next) };
}

const citationOf = (source: { headline: string; link: string } | undefined) => ({
  citation: source ? clipped(source.headline, MAX_TEXT) : null,
  citation_url: shortUrl(source?.link),
});
