import { column, html, table, type Markup } from '@dossier/pages';
import { rankingMetrics, type CitationSource } from '@dossier/shared';
import type { CompanyFinancialRow, DatasetRow, EventRow } from '@dossier/store';
import { seriesOfFigure, viewFigure } from '../../../charts/figures.ts';
import { CURRENCY } from '../../../charts/points.ts';
import type { CitedMetric, CompanyPageRows } from './read.ts';
import { amount, day, exactAmount, named, sources, words } from '../../../views/words.ts';

const figureNames: Record<string, string> = {
  [rankingMetrics.valuation]: 'Valuation',
  [rankingMetrics.revenue]: 'Revenue',
  [rankingMetrics.total_funding]: 'Total funding',
};

/** Returns the figures of a company, each with its date, rank and source link. */
export function viewFigures({ figures, datasets, ranks }: CompanyPageRows): Markup {
  const sorted = figures.rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  return html`<dl class="figures">
    ${sorted.map((figure) => viewOne(figure, datasets, ranks.get(figure.name)))}
  </dl>`;
}

/** Returns the position of a figure on the page. The figures of rankings come first. */
function placeOf({ name }: CompanyFinancialRow): number {
  const place = Object.keys(figureNames).indexOf(name);
  return place < 0 ? Number.MAX_SAFE_INTEGER : place;
}

function viewOne(
  figure: CompanyFinancialRow,
  datasets: readonly DatasetRow[],
  rank: number | undefined,
): Markup {
  const { name, value, date, source_url } = figure;
  const label = figureNames[name] ?? words(name);
  const kind = name in seriesOfFigure && (viewFigure(figure, datasets)?.estimate ? 'Estimate' : 'Reported');
  return html`<div>
    <dt>${label}</dt>
    <dd>
      <strong>${amount(value!, CURRENCY)}</strong>
      ${kind && html`<span>${kind}</span>`} ${date !== null && html`<span>${day(date)}</span>`}
      ${rank !== undefined && html`<span>No. ${rank} by ${label.toLowerCase()}</span>`}
      <span>Source: ${sources(source_url === null ? [] : [{ link: source_url }])}</span>
    </dd>
  </div>`;
}

/** Returns the observations of metrics, newest first. */
export const viewMetrics = (metrics: CitedMetric[]): Markup =>
  table(
    'Reported measures',
    metrics,
    [
      column.name('Measure', measureName),
      column.number('Value', viewMeasurement),
      column.wide('Period', viewPeriod),
      column.wide('Sources', ({ citations }) => sources(citations)),
    ],
    { labelled: false },
  );

function measureName({ base, view, scope_name, scenario }: CitedMetric): Markup {
  const kind = view === 'value' ? '' : ` ${words(view).toLowerCase()}`;
  const notes = [scope_name, scenario === 'historical' ? null : scenario].filter((note) => note !== null);
  return html`${words(base)}${kind}${
    notes.length > 0 &&
    html` <span class="est">${notes.map((note, i) => html`${i > 0 && ', '}${named(note)}`)}</span>`
  }`;
}

const PRECISION: Partial<Record<CitedMetric['type'], string>> = {
  greater_than: 'more than ',
  less_than: 'less than ',
  about: 'about ',
};

function viewMeasurement({ type, unit_kind, currency_code, ...values }: CitedMetric): Markup | undefined {
  const unit = unit_kind === 'currency' ? (currency_code ?? '') : unit_kind;
  if (type === 'between')
    return values.low === null || values.high === null
      ? undefined
      : html`${amount(values.low, unit)} to ${amount(values.high, unit)}`;
  if (values.amount === null) return undefined;
  const precision = PRECISION[type];
  return html`${precision !== undefined && html`<span class="est">${precision}</span>`}${amount(values.amount, unit)}`;
}

/** Returns the period of an observation. Its length distinguishes a quarter from the year that ends on the same day. */
function viewPeriod({ view, base_period, growth_period, custom_start_date, end_date }: CitedMetric): Markup {
  if (custom_start_date !== null) return html`${day(custom_start_date)} to ${day(end_date)}`;
  const length = view === 'growth' ? (growth_period ?? base_period) : base_period;
  return html`${length === null ? '' : `${words(length)} `}to ${day(end_date)}`;
}

/** The data of rounds and sales of shares that the page shows. */
interface RoundData {
  amount_raised?: string | null;
  transaction_amount?: string | null;
  valuation?: string | null;
  currency: string;
}

/** Returns rounds of funding and sales of shares, newest first. */
export function viewRounds(events: EventRow[]): Markup {
  const rounds = events.map((event) => ({ ...event, data: JSON.parse(event.data_json) as RoundData }));
  return table(
    'Funding',
    rounds,
    [
      column.name('Round', ({ name, status }) => html`${named(name)}${viewStatus(status)}`),
      column.number('Amount', ({ data }) =>
        exactAmount(data.amount_raised ?? data.transaction_amount, data.currency),
      ),
      column.number('Valuation', viewWorth),
      column.day('Announced', ({ event_date }) => day(event_date)),
      column.wide('Sources', (round) => sources(citationsOf(round))),
    ],
    { labelled: false },
  );
}

function viewWorth({ data: { valuation, currency } }: { data: RoundData }): Markup | undefined {
  const worth = exactAmount(valuation, currency);
  return worth && html`<span class="narrow">at </span>${worth}`;
}

/** Returns the status of an event that is not closed. */
export const viewStatus = (status: EventRow['status']): Markup | false =>
  status !== 'closed' && html` <span class="est">${status}</span>`;

/** Returns the sources of an event. */
export const citationsOf = ({ citations_json }: EventRow): CitationSource[] =>
  JSON.parse(citations_json) as CitationSource[];
