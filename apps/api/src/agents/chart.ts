import { invalid } from '@dossier/shared';
import { z } from 'zod';
import { getFrameJson } from '../resources/embeds/contract.ts';
import { comparisonLines } from '../resources/embeds/widgets/comparison.ts';
import { valuationChart } from '../resources/embeds/widgets/valuations.ts';
import type { Context } from '../services.ts';
import type { embedAnswer } from '../views/embed.ts';
import { clipped, company, fact, lineOf, namesOf, newestSeq, pageOfCompany, shortUrl, tool } from './tool.ts';

/** The most values of a result, newest first. */
const MAX_FACTS = 30;
const MAX_COMPANIES = 10;

const input = z.strictObject({
  companies: z.array(company).min(1).max(MAX_COMPANIES).describe('One, or 2 to 10 to compare'),
  from: z.string().max(40).optional().describe('First day, YYYY-MM-DD'),
});

/** A line of a chart. */
interface Line {
  name: string;
  slug: string | undefined;
  points: Point[];
}
interface Point {
  date: string;
  value: number;
  estimate?: boolean;
  source?: { url?: string | null; title?: string | null } | null;
}

/** Draws the valuations of companies. */
export const chart = tool({
  name: 'chart',
  description:
    'Chart of valuations: addresses of the page, picture and CSV, the iframe to paste, and the newest values.',
  input,
  output: z.object({
    title: z.string(),
    url: z.string(),
    png_url: z.string(),
    csv_url: z.string(),
    iframe: z.string(),
    facts: z.array(fact),
    seq: z.int(),
  }),
  run: async (context, { companies, from }) => {
    const seq = await newestSeq(context);
    const iframe = await embedOf(context, companies, from);
    const url = /src="([^"]*)"/.exec(iframe)![1]!.replaceAll('&amp;', '&');
    const [kind, subject, look, signature] = new URL(url).pathname
      .split('/')
      .slice(-4)
      .map(decodeURIComponent);
    const { title, data } = await context.call(getFrameJson, {
      ...{ kind: kind!, subject: subject!, look: look!, signature: signature! },
    });
    const { lines, unit } = linesOf(data);
    const facts = lines
      .flatMap(({ name, slug, points }) => points.map((point) => ({ name, slug, point })))
      .sort((one, other) => (one.point.date < other.point.date ? 1 : -1))
      .slice(0, MAX_FACTS)
      .map(({ name, slug, point: { date, value, estimate, source } }) => ({
        ...{ name: clipped(`${name}: valuation`, 200), value, unit, day: date },
        ...{ detail: estimate ? 'estimate' : null, citation: clipped(source?.title ?? '', 200) || null },
        citation_url: shortUrl(source?.url),
        url: slug === undefined ? url : pageOfCompany(context, slug),
        seq,
      }));
    const result = { title, url, png_url: `${url}.png`, csv_url: `${url}.csv`, iframe, facts, seq };
    return { result, text: [`${title}: ${url}`, ...facts.slice(0, 5).map(lineOf)].join('\n') };
  },
});

/** Returns the iframe of a chart. @throws 400 if the companies are named in different ways */
async function embedOf(context: Context, companies: string[], from: string | undefined): Promise<string> {
  const names = companies.map(namesOf);
  const [field] = Object.keys(names[0]!) as ['id' | 'company_domain' | 'company_slug'];
  if (names.some((one) => !(field in one)))
    throw invalid('companies', 'must all be domains, all slugs or all ids');
  const single = `company_${field.replace('company_', '')}`;
  const values = names.map((one) => one[field]!);
  const { data } = (await (companies.length === 1
    ? context.call(valuationChart.route.endpoint, { [single]: values[0], from })
    : context.call(comparisonLines.endpoint, { [`${single}s`]: values, from }))) as z.output<
    typeof embedAnswer
  >;
  return data.embed_html;
}

/** Returns the lines of the data of a chart: of one company, or of several. */
function linesOf(data: Record<string, unknown>): { lines: Line[]; unit: string | null } {
  const {
    company: single,
    points,
    currency,
    series,
    unit,
  } = data as {
    company?: { name: string; slug: string };
    points?: Point[];
    currency?: string;
    series?: { name: string; points: Point[] }[];
    unit?: string | null;
  };
  if (single) return { lines: [{ ...single, points: points ?? [] }], unit: currency ?? null };
  return { lines: (series ?? []).map((line) => ({ ...line, slug: undefined })), unit: unit ?? null };
}
