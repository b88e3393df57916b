import { z } from 'zod';
import { placesOf } from '../rows/places.ts';
import { listEvents } from '../resources/events/contract.ts';
import { listFilings } from '../resources/filings/contract.ts';
import { listMetrics } from '../resources/metrics/contract.ts';
import type { Context } from '../services.ts';
import { filingPageUrl } from '../views/links.ts';
import { readCompany } from './company.ts';
import {
  clipped,
  company,
  fact,
  fitting,
  idOrDomain,
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
  company: company.optional(),
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
  of: { company_id?: number; company_domain?: string };
  seq: number;
};
interface Page {
  facts: Fact[];
  next: string | null;
}

const NAME = 200;

/** Lists metrics, events or filings, newest first. */
export const observe = tool({
  name: 'observe',
  description:
    'Metrics (revenue, headcount …), events (funding rounds …) or filings over time, newest first. Without a company: metrics and filings of at most 14 days.',
  input,
  output: z.object({ facts: z.array(fact), ...paged }),
  run: async (context, { what, company: given, ...asked }) => {
    const seq = await newestSeq(context);
    const of = await idOrDomain(
      context,
      given,
      async (slug) => (await readCompany(context, slug, ['slug'])).id,
    );
    const read = { metrics, events, filings }[what];
    return fitting(asked.limit, async (limit) => {
      const { facts, next } = await read(context, { ...asked, limit, of, seq });
      const text = facts.length === 0 ? `No ${what} match.` : facts.map(lineOf).join('\n');
      return { result: { facts, next_cursor: next, seq }, text };
    });
  },
});

async function metrics(context: Context, { names, from, to, limit, cursor, of, seq }: Asked): Promise<Page> {
  const body = await context.call(listMetrics, {
    ...{ ...of, metric_base: names, page_size: limit, page_after: cursor },
    ...{ measurement_end_date_gte: from, measurement_end_date_lte: to },
  });
  const facts = body.metrics.map(
    ({ metric_definition: kind, measurement: seen, company: about, citations }) => {
      const { type, low, high, amount, scope_name, scenario } = seen;
      const [source] = citations.sources;
      const detail = [kind.view, kind.base_period, scenario, type, scope_name].filter((one) => one !== null);
      return {
        name: clipped(kind.base, NAME),
        value: type === 'between' ? `${low} to ${high}` : amount,
        unit: seen.currency_code ?? seen.unit_kind,
        day: seen.end_date,
        detail: clipped(detail.join(', '), NAME),
        ...citationOf(source),
        ...{ url: pageOfCompany(context, about.slug), seq },
      };
    },
  );
  return { facts, next: body.pagination.next_cursor };
}

/** The figures of an event; each type has some of them. */
type Figures = Record<'amount_raised' | 'transaction_amount' | 'valuation' | 'currency', string | null>;

async function events(context: Context, { names, from, to, limit, cursor, of, seq }: Asked): Promise<Page> {
  const body = await context.call(listEvents, {
    ...{ ...of, types: names, start_date: from, end_date: to },
    ...{ include_citations: true, pagination: 'cursor', page_size: limit, page_after: cursor },
  });
  const facts = body.events.flatMap((event) => {
    const { event_subtype, event_date, data, company: about, citations = [] } = event;
    const name = 'event_name' in event ? event.event_name : event_subtype;
    const { amount_raised, transaction_amount, valuation, currency } = data as Partial<Figures>;
    const same = {
      ...{ day: event_date, ...citationOf(citations[0]), url: pageOfCompany(context, about.slug), seq },
    };
    const amount = amount_raised ?? transaction_amount ?? null;
    const valued = { detail: `${event_subtype}, valuation of the company`, value: valuation ?? null };
    // If the amount of an event is unknown, its valuation is its only figure. If both are, it has none.
    const figures = [{ detail: event_subtype, value: amount }, valued].filter(
      ({ value }, place) => value !== null || (place === 0 && valued.value === null),
    );
    return figures.map(({ detail, value }) => ({
      ...{ name: clipped(name, NAME), value, unit: value === null ? null : (currency ?? null) },
      ...{ detail: clipped(detail, NAME), ...same },
    }));
  });
  return { facts, next: (body.pagination as { next_cursor: string | null }).next_cursor };
}

async function filings(context: Context, { names, from, to, limit, cursor, of, seq }: Asked): Promise<Page> {
  const isOfAll = Object.keys(of).length === 0;
  const body = await context.call(listFilings, {
    ...{ ...of, filing_type: names?.[0], page_size: limit, cursor },
    ...(isOfAll ? { updated_at_gte: from, updated_at_lte: to } : { filed_at_start: from, filed_at_end: to }),
  });
  const facts = body.filings.map(({ id, name, type, filed_at, url }) => ({
    ...{ name: clipped(name, NAME), value: null, unit: null, day: filed_at.slice(0, 10), detail: type },
    ...{ citation: clipped(name, NAME), citation_url: url, url: filingPageUrl(context.publicUrl, id), seq },
  }));
  const next = placesOf(body.pagination).next?.['cursor'];
  return { facts, next: next === undefined ? null : String(next) };
}

const citationOf = (source: { headline: string; link: string } | undefined) => ({
  citation: source ? clipped(source.headline, NAME) : null,
  citation_url: shortUrl(source?.link),
});
