import type { DatasetRow, Trx } from '@dossier/store';
import { z } from 'zod';
import { exactNumber, text, time, webAddress } from './fields.ts';
import type { SeenKeys, Kind, Outcome } from './kind.ts';
import { companyFields, companyOf, namesCompany, NOT_NAMED, type ReferredCompany } from './references.ts';
import { lacking, merged, stableId } from './rows.ts';
import { upsertRows } from './upsert-rows.ts';

const point = z.strictObject({
  x: time,
  y: exactNumber,
  type: z.enum(['historical', 'estimate']),
  /** Where the figure comes from: embeds cite it beside the point. */
  source_url: webAddress.nullish(),
});

const fields = z.strictObject({
  ...companyFields,
  /** `<Company>: <what> (<unit>)`, unique within the company. */
  name: text.max(300),
  x_label: text.optional(),
  y_label: text.optional(),
  /** `y` in plain units, even if the name says ($M). */
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

/** Series of figures of a company. Natural key: company and name. */
export const datasetKind: Kind<typeof record> = {
  name: 'dataset',
  plural: 'datasets',
  record,
  upsert: upsertDatasets,
  storage: { table: 'datasets', key: ['name'], ofCompany: true, parts: [], assigned: ['dataset_id'] },
  nameOf: ({ name, ...given }) => ({ ...companyOf(given), name }),
};

/** The columns that a record decides; the integer id comes from the database. */
type DatasetContent = Omit<DatasetRow, 'dataset_id'>;

async function upsertDatasets(
  trx: Trx,
  records: DatasetRecord[],
  now: string,
  seenKeys: SeenKeys,
): Promise<Outcome[]> {
  const batch = { now, seenKeys };
  const { outcomes } = await upsertRows<DatasetRecord, DatasetContent>(trx, datasetKind, records, batch, {
    keyOf: ({ name }) => [name],
    idOf: ({ domain }, key) => stableId(domain, ...key),
    contentOf: (each, { company, stored }) => contentOf(each, company, stored),
  });
  return outcomes;
}

/** What is stored of a dataset once the record is merged into it; new ones must be whole. */
function contentOf(
  given: DatasetRecord,
  company: ReferredCompany,
  stored: DatasetContent | undefined,
): Omit<DatasetContent, 'id' | 'created_at' | 'updated_at' | 'content_hash'> | { reason: string } {
  const whole = {
    x_label: merged(given.x_label, stored?.x_label),
    y_label: merged(given.y_label, stored?.y_label),
    data: given.data ? storedPoints(given.data) : stored?.data_json,
    data_type: merged(given.data_type, stored?.data_type),
    metric: merged(given.metric, stored?.metric),
  };
  const reason = lacking('dataset', whole, Object.keys(whole));
  if (reason !== undefined) return { reason };
  const times = (JSON.parse(whole.data!) as { x: string }[]).map(({ x }) => x);
  return {
    company_id: company.id,
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
    start_date: times[0]!,
    end_date: times.at(-1)!,
  };
}

/** Points in the order of time; those of one time stay in the order given. */
function storedPoints(points: NonNullable<DatasetRecord['data']>): string {
  const sorted = points
    .map(({ x, y, type, source_url = null }) => ({ x, y, type, source_url }))
    .sort((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : 0));
  return JSON.stringify(sorted);
}
