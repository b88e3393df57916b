import type { Inline } from '@dossier/embeds';
import { column, html, Markup, table, type Column } from '@dossier/pages';
import { rankingMetrics, type RankingMetric } from '@dossier/shared';
import { CURRENCY } from '../../../charts/points.ts';
import type { CompanySummary } from '../../../resources/company-search/contract.ts';
import { amount, day, named, words } from '../../../views/words.ts';
import { figureOf } from '../companies/figures.ts';
import type { Compared } from './read.ts';

/** The styles of the page besides those of every page. */
export const styles = `
:root{--width:80rem}
.compare{display:flex;flex-wrap:wrap;gap:8px;align-items:end;max-width:46rem}
.compare div{flex:1 1 16rem}
.compare input{width:100%}
.measures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 40px}
.bar{display:block;width:100%;min-width:5rem;height:14px}
.bar rect{fill:var(--bar)}
td small{display:block;color:var(--quiet)}`;

const metrics = Object.keys(rankingMetrics) as RankingMetric[];

/** Returns the body of the page. @param chart the valuations over time, if two companies have some */
export function viewCompare(
  { companies, unknown }: Compared,
  { base, chart }: { base: string; chart: Inline | undefined },
): Markup {
  const names = companies.map(({ slug }) => slug!).join(',');
  return html`<h1>Compare companies</h1>
    <form class="compare" action="${base}/compare">
      <div>
        <label for="companies">Companies</label>
        <input
          id="companies"
          name="companies"
          required
          maxlength="2000"
          value="${names.replaceAll(',', ', ')}"
          aria-describedby="companies-hint"
        />
      </div>
      <button class="main">Compare</button>
    </form>
    <p class="hint" id="companies-hint">
      Up to ten names, domains or slugs, with commas, “and” or “vs” in between.
    </p>
    ${unknown.length > 0 && html`<p class="error" role="alert">No company matches ${unknown.map((name, i) => html`${i > 0 && ', '}“${name}”`)}.</p>`}
    ${companies.length === 1 && html`<p role="status">Add another company, with a comma in between.</p>`}
    ${
      companies.length > 0 &&
      html`<p class="actions screen">
          <a href="${base}/compare.csv?companies=${encodeURIComponent(names)}" rel="nofollow" download>CSV</a>
        </p>
        ${table('Companies', companies, columnsOf(base), { scrolls: true })}
        <div class="measures">${metrics.map((metric) => viewBars(metric, companies))}</div>
        ${
          chart &&
          html`<h2>Valuations over time</h2>
            ${new Markup(chart.markup)}`
        }`
    }`;
}

function columnsOf(base: string): Column<CompanySummary>[] {
  return [
    column.name(
      'Company',
      ({ slug, name }) => html`<a href="${base}/companies/${encodeURIComponent(slug!)}">${named(name!)}</a>`,
    ),
    column.wide('Type', ({ type }) => (type === 'public' ? 'Public' : 'Private')),
    column.wide(
      'Country',
      ({ headquarters }) => headquarters?.country != null && named(headquarters.country),
    ),
    column.number('Founded', ({ founding_year }) =>
      founding_year == null ? undefined : html`${founding_year}`,
    ),
    ...metrics.map((metric): Column<CompanySummary> => ({
      ...{ title: words(metric), kind: 'number' },
      cell: (company) => {
        const figure = figureOf(company, metric);
        return (
          figure &&
          html`${amount(figure.value!, CURRENCY)}${figure.date !== null && html` <small>${day(figure.date)}</small>`}`
        );
      },
    })),
  ];
}

/** Returns a figure of the companies as bars, largest first. Without two values, there is nothing to compare. */
function viewBars(metric: RankingMetric, companies: CompanySummary[]): Markup | undefined {
  const values = companies
    .flatMap((company) => {
      const value = figureOf(company, metric)?.value;
      return value == null ? [] : [{ name: company.name!, value }];
    })
    .sort((a, b) => b.value - a.value);
  if (values.length < 2) return undefined;
  const most = Math.max(...values.map(({ value }) => value), 1);
  const title = words(metric);
  return html`<section aria-label="${title}">
    <h2>${title}</h2>
    ${table(
      title,
      values,
      [
        column.name('Company', ({ name }) => named(name)),
        column.wide(
          'Bar',
          ({ value }) =>
            html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width="${Math.max(0, (value / most) * 100).toFixed(2)}" height="1" />
            </svg>`,
        ),
        column.number(title, ({ value }) => amount(value, CURRENCY)),
      ],
      { labelled: false },
    )}
  </section>`;
}
