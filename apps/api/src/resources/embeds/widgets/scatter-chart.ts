import { sayIn, type AddressOptions, type Measure, type WidgetData, type Word } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { readSummary } from './company-summary.ts';
import { BETWEEN, nothingIfMissing } from './companies.ts';
import { comparisonRoute } from './comparison.ts';
import type { ApiWidget } from './widget.ts';

type Scatter = WidgetData['scatter-chart'];

const names: Record<Measure, Word> = {
  valuation: 'Valuation',
  funding: 'Total funding',
  revenue: 'Revenue',
};

function namesIn({ locale, x = 'funding', y = 'valuation' }: AddressOptions): { x: string; y: string } {
  return { x: sayIn(locale, names[x]), y: sayIn(locale, names[y]) };
}

/** Two measures of several companies, a dot for each. */
export const scatterChart: ApiWidget<'scatter-chart'> = {
  kind: 'scatter-chart',
  route: comparisonRoute('scatter-chart', {
    path: 'company-data-scatter',
    operationId: 'getScatterEmbed',
    summary: 'Two measures of companies as a scatter plot',
    title: (options) => sayIn(options.locale, '{y} and {x}', namesIn(options)),
    measured: true,
  }),
  read: readScatter,
};

/**
 * Reads two measures of several companies. Names those without both in `leftOut`. Skips deleted companies, and names those
 * once that have been merged since.
 * @throws 404 if all were deleted
 */
async function readScatter(db: Db, subject: string, options: AddressOptions = {}): Promise<Scatter> {
  const { x = 'funding', y = 'valuation', highlight, asOf } = options;
  const slugs = subject.split(BETWEEN);
  const all = await Promise.all(
    slugs.map(async (slug) => ({
      slug,
      summary: await readSummary(db, slug, options).catch(nothingIfMissing),
    })),
  );
  const stored = all.flatMap(({ slug, summary }) => (summary ? [{ slug, summary }] : []));
  const found = [...new Map(stored.map((one) => [one.summary.company.slug, one])).values()];
  if (found.length === 0) throw fail('not_found');
  const isPast = (date: string | null | undefined) => asOf === undefined || (date ?? '') <= asOf;
  const dots = found.flatMap(({ slug, summary }) => {
    const [across, up] = [summary[x], summary[y]];
    if (!across || !up || !isPast(across.date) || !isPast(up.date)) return [];
    return [{ slug, summary, dot: { label: summary.company.name, x: across, y: up } }];
  });
  const isLoud = ({ slug }: { slug: string }) => slug === highlight;
  const quiets = dots.some(isLoud);
  const days = dots.flatMap(({ summary: { asOf: day } }) => day ?? []).sort();
  const { currency } = found[0]!.summary;
  const { x: xName, y: yName } = namesIn(options);
  const leftOut = found
    .filter(({ summary }) => !dots.some((one) => one.summary === summary))
    .map(({ summary }) => summary.company.name);
  return {
    x: { name: xName, unit: currency },
    y: { name: yName, unit: currency },
    dots: dots.map((one) => ({ ...one.dot, ...(quiets && { quiet: !isLoud(one) }) })),
    ...(leftOut.length > 0 && { leftOut }),
    asOf: days.at(-1) ?? null,
  };
}
