import type { CompanySummaryData, DatasetChartData, Figure, ValuationData, Widget } from './data.ts';

const upTo =
  (until: string) =>
  ({ date }: { date: string }) =>
    date <= until;

/** What a pinned widget says of its days. Data that end before the day do not reach to it. */
const pinned = (asOf: string | null, until: string) => ({
  asOf: asOf !== null && asOf > until ? until : asOf,
  until,
});

const valuation = (data: ValuationData, until: string): ValuationData => ({
  ...data,
  points: data.points.filter(upTo(until)),
  ...(data.leftOut && { leftOut: data.leftOut.filter(upTo(until)) }),
  ...pinned(data.asOf, until),
});

/** A figure without a day cannot be told to be old enough. */
const figure = (given: Figure | null, until: string) =>
  given?.date != null && given.date <= until ? given : null;

/**
 * What has no day and changes is that of today, so it is left out: a chief executive beside the figures of years ago
 * would be told of those years. Founders and the year stay, for they are history.
 */
const summary = (data: CompanySummaryData, until: string): CompanySummaryData => ({
  ...data,
  type: null,
  description: null,
  headquarters: null,
  ceo: [],
  categories: [],
  valuation: figure(data.valuation, until),
  revenue: figure(data.revenue, until),
  funding: figure(data.funding, until),
  ...pinned(data.asOf, until),
});

const datasets = (data: DatasetChartData, until: string): DatasetChartData => ({
  ...data,
  series: data.series.map((series) => ({
    ...series,
    points: series.points.filter(upTo(until)),
    annotations: series.annotations.filter(upTo(until)),
  })),
  ...pinned(data.asOf, until),
});

/** The widget without what is later than the day `until` (`YYYY-MM-DD`); it says so. */
export function pinWidget(widget: Widget, until: string): Widget {
  switch (widget.kind) {
    case 'valuation-chart':
    case 'valuation-table':
      return { kind: widget.kind, data: valuation(widget.data, until) };
    case 'company-summary':
      return { kind: widget.kind, data: summary(widget.data, until) };
    case 'dataset-chart':
      return { kind: widget.kind, data: datasets(widget.data, until) };
  }
}
