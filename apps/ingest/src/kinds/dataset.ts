import { recordKinds } from '@dossier/shared';
import type { DatasetRow } from '@dossier/store';
import { z } from 'zod';
import { exactNumber, text, time, webAddress } from '../fields/values.ts';
import { companyFields, companyOf, namesCompany, namesOneCompany, NOT_NAMED } from '../fields/references.ts';
import { missingFieldsReason, merged } from '../fields/merge.ts';
import { stableId } from '../stored/hash.ts';
import { rowKind } from './kind.ts';
import type { ContentColumns } from './row-rules.ts';

/** A time as it is written, without its offset from UTC: a chart draws the day that the source states. */
const timeAsWritten = z
  .string()
  .transform((value) => value.replace(/(:\d{2}(?:[.,]\d+)?)\s*[+-]\d{2}(?::?\d{2})?\s*$/, '$1'))
  .pipe(time)
  .meta({ title: 'a date or time' });

const point = z.strictObject({
  x: timeAsWritten,
  y: exactNumber,
  type: z.enum(['historical', 'estimate']),
  /** The source of the point. Embeds cite it. */
  source_url: webAddress.nullish(),
});

const fields = z.strictObject({
  ...companyFields,
  /** `<Company>: <what> (<unit>)`, unique within the company. */
  name: text.max(300),
  x_label: text.optional(),
  y_label: text.optional(),
  /** The points. `y` is in plain units, even if the name says ($M). */
  data: z.array(point).min(1, 'must have at least one point').optional(),
  source_type: text.nullish(),
  source_url: webAddress.nullish(),
  status: text.optional(),
  data_type: text.optional(),
  frequency: text.nullish(),
  metric: text.optional(),
});
const record = fields.refine(namesCompany, NOT_NAMED);
type DatasetRecord = z.output<typeof record>;

/** Time series of a company's figures. Natural key: company and name. */
export const datasetKind = rowKind<typeof record, Row, Derived>(
  {
    name: 'dataset',
    plural: recordKinds.dataset.plural,
    record,
    canRepeat: namesOneCompany,
    storage: { table: 'datasets', key: ['name'], ofCompany: true, parts: [], assigned: ['dataset_id'] },
    statements: {
      rulesOf: () => ({
        ...{ x_label: 'needed', y_label: 'needed', data_type: 'needed', metric: 'needed' },
        // Sources measure differently, so the points of one series are never mixed.
        data: 'needed',
        ...{ source_type: 'value', source_url: 'value', frequency: 'value', status: { default: 'Active' } },
      }),
    },
    nameOf: ({ name, ...given }) => ({ ...companyOf(given), name }),
  },
  {
    keyOf: ({ name }) => [name],
    facts: ({ data = [] }) => ({ dates: data.map(({ x }) => x) }),
    idOf: ({ domain }, key) => stableId(domain, ...key),
    contentOf: (each, { stored }) => contentOf(each, stored),
    onAccepted: warningsOfPeriods,
    derived: ({ data_json }) => {
      const points = JSON.parse(data_json) as { x: string }[];
      return { start_date: points[0]!.x, end_date: points.at(-1)!.x };
    },
  },
);

/** The database assigns the integer `dataset_id`. */
type Row = Omit<DatasetRow, 'dataset_id'>;
type Derived = 'start_date' | 'end_date';

/** Returns what a dataset states once the record is merged into it. A new one needs every required field. */
function contentOf(
  given: DatasetRecord,
  stored: Row | undefined,
): ContentColumns<Row, Derived> | { reason: string } {
  const whole = {
    x_label: merged(given.x_label, stored?.x_label),
    y_label: merged(given.y_label, stored?.y_label),
    data: given.data ? storedPoints(given.data) : stored?.data_json,
    data_type: merged(given.data_type, stored?.data_type),
    metric: merged(given.metric, stored?.metric),
  };
  const reason = missingFieldsReason('dataset', whole, Object.keys(whole));
  if (reason !== undefined) return { reason };
  return {
    name: given.name,
    x_label: whole.x_label!,
    y_label: whole.y_label!,
    data_json: whole.data!,
    source_type: merged(given.source_type, stored?.source_type) ?? null,
    source_url: merged(given.source_url, stored?.source_url) ?? null,
    status: merged(given.status, stored?.status) ?? 'Active',
    data_type: whole.data_type!,
    frequency: merged(given.frequency, stored?.frequency) ?? null,
    metric: whole.metric!,
  };
}

/** The months of the frequencies in which a period has one value. */
const monthsOf: Readonly<Record<string, number>> = { annual: 12, yearly: 12, quarterly: 3, monthly: 1 };

/** Returns a warning for several points of a day, or of a period of the dataset's frequency. */
export function warningsOfPeriods({
  data = [],
  frequency,
}: Pick<DatasetRecord, 'data' | 'frequency'>): string[] {
  const days = data.map(({ x }) => x.slice(0, 10));
  const ofDay = repeats(days, (day) => day);
  if (ofDay !== '')
    return [`data has several points on ${ofDay}; charts, tables and CSV show the last one of each day`];
  const months = monthsOf[frequency?.toLowerCase() ?? ''];
  if (months === undefined) return [];
  const ofPeriod = repeats(
    days,
    (day) => day.slice(0, 4) + Math.floor((Number(day.slice(5, 7)) - 1) / months),
  );
  return ofPeriod === ''
    ? []
    : [`data has several points in one period of frequency "${frequency}", such as on ${ofPeriod}`];
}

/** Names up to three days whose period an earlier day has. */
function repeats(days: readonly string[], periodOf: (day: string) => string): string {
  const seen = new Set<string>();
  const found = days.filter((day) => seen.size === seen.add(periodOf(day)).size);
  return found.slice(0, 3).join(', ') + (found.length > 3 ? ', …' : '');
}

/**
 * Returns points as JSON, sorted by time; points of the same time keep their order. `source_url` is last and never null,
 * because the API cuts it off.
 */
function storedPoints(points: NonNullable<DatasetRecord['data']>): string {
  const sorted = points
    .map(({ x, y, type, source_url }) => ({ x, y, type, ...(source_url && { source_url }) }))
    .sort((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : 0));
  return JSON.stringify(sorted);
}
