import {
  measureNames,
  sayIn,
  titleOfAxes,
  translated,
  type AddressOptions,
  type WidgetData,
} from '@dossier/embeds';
import { fail } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { CURRENCY, dayOfData } from '../../../charts/points.ts';
import { readFigures } from './company-summary.ts';
import { BETWEEN, isOfDatasets, nothingIfMissing } from './companies.ts';
import { readCompany } from './company.ts';
import { comparisonRoute } from './comparison.ts';
import { readScatterOfNames } from './datasets-scatter.ts';
import type { ApiWidget } from './widget.ts';

type Scatter = WidgetData['scatter-chart'];

/** Returns both measures in the language of the embed, and its title. */
const namesIn = ({ locale, x = 'funding', y = 'valuation' }: AddressOptions) =>
  translated({ locale }, () => {
    const named = (measure: typeof x) => ({ name: sayIn(locale, measureNames[measure]), unit: CURRENCY });
    const axes = { x: named(x), y: named(y) };
    return { axes, title: titleOfAxes(axes) };
  });

/** Two measures of several companies, a dot for each, and the data of all addresses of scatter plots. */
export const scatterChart: ApiWidget<'scatter-chart'> = {
  kind: 'scatter-chart',
  route: comparisonRoute('scatter-chart', {
    path: 'company-data-scatter',
    operationId: 'getScatterEmbed',
    summary: 'Two measures of companies as a scatter plot',
    title: (options) => namesIn(options).title,
    measured: true,
  }),
  read: (db, subject, options) =>
    isOfDatasets(subject)
      ? readScatterOfNames(db, subject.split(BETWEEN), options?.highlight)
      : readScatter(db, subject, options),
};

/**
 * Reads two measures of several companies. Names those without both in `leftOut`. Skips deleted companies, and names those
 * once that have been merged since.
 * @throws 404 if all were deleted
 */
async function readScatter(db: Db, subject: string, options: AddressOptions = {}): Promise<Scatter> {
  const { x = 'funding', y = 'valuation', highlight, asOf } = options;
  const slugs = subject.split(BETWEEN);
  const all = await Promise.all(slugs.map((slug) => readCompany(db, slug).catch(nothingIfMissing)));
  const found = [...new Map(all.flatMap((company) => (company ? [[company.slug, company]] : []))).values()];
  if (found.length === 0) throw fail('not_found');
  const loud = all[slugs.indexOf(highlight ?? '')]?.slug;
  const read = await Promise.all(
    found.map(async (company) => ({ company, figures: await readFigures(db, company, asOf) })),
  );
  const dots = read.flatMap(({ company, figures: { [x]: across, [y]: up } }) => {
    if (!across || !up) return [];
    const quiet = loud === undefined ? {} : { quiet: company.slug !== loud };
    return [{ company, dot: { label: company.name, x: across, y: up, ...quiet } }];
  });
  const leftOut = found.filter((company) => !dots.some((one) => one.company === company));
  const days = dots.map(({ company, dot }) => dayOfData([dot.x, dot.y], [company])).sort();
  return {
    ...namesIn(options).axes,
    dots: dots.map(({ dot }) => dot),
    ...(leftOut.length > 0 && { leftOut: leftOut.map(({ name }) => name) }),
    asOf: days.at(-1) ?? null,
  };
}
