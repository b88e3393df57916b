import { periodOf, sayIn, timeOf, type AddressOptions, type WidgetData } from '@dossier/embeds';
import { datasetInput, invalid, listInput, type CitationSource, type ErrorCode } from '@dossier/shared';
import { whereTypeIn, type Db, type EventRow } from '@dossier/store';
import { z } from 'zod';
import { CURRENCY, dayOfData, drawnAs, pointsOf, sourceOf } from '../../../charts/points.ts';
import { embed, embedAnswer, sizeFields } from '../../../views/embed.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { route } from '../../../services.ts';
import { defaultName, requireDatasets, requireOneUnit } from './charts.ts';
import { BETWEEN, isOfDatasets, subjectOf } from './companies.ts';
import { companyWidget, readCompany } from './company.ts';
import { ownName, readRows, type Drawable } from './datasets.ts';
import { highlightedName, isOfNames, namesOf, quietBeside, valuesOfNames } from './names.ts';
import { addressOptions, highlightField, optionFields, textFields } from './options.ts';
import type { ApiWidget } from './widget.ts';

const MAX_DATASETS = 10;

type Bars = WidgetData['bar-chart'];

const contract = endpoint({
  method: 'GET',
  path: '/api/v1/embed/datasets-bars',
  operationId: 'getDatasetBarsEmbed',
  summary: 'The latest values of datasets as bars',
  description:
    'Returns one `<iframe>` with a signed address that contains the datasets, which may be of several companies. All must have ' +
    "one unit. Columns of the organization's own tables with values of names have a bar for each name.",
  tag: 'Embeds',
  input: z.strictObject({
    dataset_ids: listInput(datasetInput, MAX_DATASETS).meta({
      description: `The \`dataset_id\` or UUID of 1 to ${MAX_DATASETS} datasets`,
    }),
    ...sizeFields('bar-chart'),
    ...optionFields,
    ...textFields,
    highlight: highlightField.meta({
      description: 'The name of the bar that keeps its colour while the others are grey',
      examples: ['Acme: Revenue'],
    }),
  }),
  example: { dataset_ids: [12] },
  output: { 200: embedAnswer },
  errors: ['dataset_not_found', 'mixed_units'] satisfies ErrorCode[],
  errorStyle: 'failed',
});

/** The values of datasets as bars, at an address that names them. */
export const datasetBars = route(contract, async (context, { dataset_ids, highlight, ...input }) => {
  const named = await requireDatasets(context.db, dataset_ids, context.caller?.organization);
  const datasets = [...new Map(named.map((one) => [one.id, one])).values()];
  requireOneUnit(datasets);
  const ofNames = datasets.filter(isOfNames);
  if (ofNames.length > 0 && ofNames.length < datasets.length)
    throw invalid('dataset_ids', 'must all have values of names, or all values of days');
  if (ofNames.length > 0 && input.as_of !== undefined)
    throw invalid('as_of', 'must be omitted, because values of names have no days');
  const options = {
    ...addressOptions(input, context.now),
    ...highlightedName(
      datasets.flatMap((dataset) =>
        dataset.own && isOfNames(dataset) ? namesOf([dataset.own]) : dataset.name,
      ),
      highlight,
      'bars',
    ),
  };
  const subject = subjectOf(datasets.map(({ id }) => id));
  const title = ownName(datasets.map(({ own }) => own)) ?? defaultName(datasets);
  return embed(context, { kind: 'bar-chart', subject, options, title }, input);
});

/** The funding rounds of a company as bars, and the data of all addresses of bars. */
export const barChart: ApiWidget<'bar-chart'> = companyWidget({
  kind: 'bar-chart',
  path: 'company-data-rounds',
  operationId: 'getFundingRoundsEmbed',
  summary: "A company's funding rounds as bars",
  title: 'funding rounds',
  named: '{company} funding rounds',
  read: (db, subject, options) =>
    isOfDatasets(subject) ? readBars(db, subject.split(BETWEEN), options) : readRounds(db, subject, options),
});

/** Reads the rounds of a company with an amount in one currency: US dollars if any has, otherwise that of the first. @throws 404 */
async function readRounds(db: Db, slug: string, { locale, asOf }: AddressOptions = {}): Promise<Bars> {
  const company = await readCompany(db, slug);
  const rows = await whereTypeIn(db<EventRow>('events').where({ company_id: company.id }), ['funding_round'])
    .whereNot('status', 'cancelled')
    .orderBy('event_date')
    .orderBy('id');
  const rounds = rows.map((row) => {
    const { amount_raised, currency } = JSON.parse(row.data_json) as {
      amount_raised: string;
      currency: string;
    };
    const [citation] = JSON.parse(row.citations_json) as CitationSource[];
    return { row, currency, value: Number(amount_raised), source: sourceOf(citation?.link ?? null) };
  });
  // Rounds after the pinned day decide neither the currency nor what is left out.
  const known = rounds.filter(
    ({ row, value }) => value > 0 && (asOf === undefined || row.event_date <= asOf),
  );
  const unit = (known.find(({ currency }) => currency === CURRENCY) ?? known[0])?.currency ?? CURRENCY;
  const leftOut = known
    .filter(({ currency }) => currency !== unit)
    .map(({ row: { name }, currency }) => ({ name, currency }));
  const shown = known.filter(({ currency }) => currency === unit);
  return {
    name: sayIn(locale, '{company} funding rounds', { company: company.name }),
    unit,
    columns: [''],
    bars: shown.map(({ row, value, source }) => ({
      label: row.name,
      date: row.event_date,
      values: [value],
      source,
    })),
    ...(leftOut.length > 0 && { leftOut }),
    asOf:
      shown.length === 0
        ? null
        : dayOfData(
            shown.map(({ row }) => ({ date: row.event_date })),
            shown.map(({ row }) => row),
          ),
  };
}

/** Reads the bars of datasets in their order. Skips deleted datasets. */
async function readBars(
  db: Db,
  ids: readonly string[],
  { highlight, asOf }: AddressOptions = {},
): Promise<Bars> {
  const byId = await readRows(db, ids);
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const ofNames = rows.some(isOfNames);
  const bars = ofNames ? barsOfNames(rows) : rows.flatMap((row) => barOfLatest(row, asOf));
  return {
    name: ownName(rows.map(({ own }) => own)) ?? defaultName(rows),
    unit: rows[0]?.metric ?? CURRENCY,
    columns: ofNames ? rows.map(({ name }) => name) : [''],
    bars: quietBeside(bars, highlight),
    asOf: ofNames || rows.length === 0 ? null : dayOfData(bars, rows),
  };
}

/** Returns a bar for each name, with a value of each column. */
function barsOfNames(columns: readonly Drawable[]): Bars['bars'] {
  const values = columns.map((column) => new Map(valuesOfNames(column).map((value) => [value.x, value])));
  return namesOf(columns).map((label) => {
    const own = values.map((column) => column.get(label));
    const estimates = own.map((value) => value?.type === 'estimate');
    return {
      label,
      date: null,
      values: own.map((value) => value?.y ?? null),
      source: null,
      ...(estimates.includes(true) && { estimates }),
    };
  });
}

/** Returns the latest value of a dataset up to the day on which it was loaded, or to an earlier one that is pinned. */
function barOfLatest(row: Drawable, pinned: string | undefined): Bars['bars'] {
  const loaded = row.updated_at.slice(0, 10);
  const until = pinned !== undefined && pinned < loaded ? pinned : loaded;
  const points = pointsOf(row)
    .filter(({ date }) => date <= until)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const last = points.at(-1);
  if (!last) return [];
  const { path, period: declared } = drawnAs(row);
  const days = points.map(({ date }) => timeOf(date));
  const period = path === 'step' ? 'moment' : periodOf(days, declared);
  const { date, value, source, estimate } = last;
  return [
    {
      ...{ label: row.name, date, values: [value], source },
      ...(estimate && { estimates: [true] }),
      ...(period !== 'moment' && { period }),
    },
  ];
}
