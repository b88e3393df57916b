import { randomUUID } from 'node:crypto';
import { fail, invalid, type ChartSeries } from '@dossier/shared';
import {
  chartKey,
  findOwnColumns,
  isLocked,
  writeBeside,
  type ChartRow,
  type DatasetRow,
  type Db,
  type OwnColumnRow,
} from '@dossier/store';
import { isOfNames } from './names.ts';

/** A dataset of a stored chart, by UUID: unlike the id, it survives a rebuild of the database. */
export type StoredSeries = Omit<ChartSeries, 'dataset_id'> & { dataset: string };

type ChartInput = Pick<ChartRow, 'description' | 'view_type'> & {
  data: ChartSeries[];
  name?: string | undefined;
};
/** A dataset of a company, or a column of a table that its organization pasted, which has no number. */
export type NamedDataset = Pick<DatasetRow, 'id' | 'name' | 'metric'> & {
  dataset_id?: number;
  own?: OwnColumnRow;
};

/**
 * Returns the creator's stored chart with that name and description, or creates it. Equal concurrent requests create
 * one chart.
 * @param creator the name of the caller's organization, which identifies it
 * @param now the time of the request
 * @throws 404 for an unknown dataset, 400 for a new chart with several units, 503 while another program holds
 * SQLite's lock
 */
export async function findOrCreateChart(
  db: Db,
  creator: string,
  input: ChartInput,
  now: string,
): Promise<{ chart: ChartRow; created: boolean; datasets: NamedDataset[] }> {
  const datasets = await requireDatasets(
    db,
    input.data.map(({ dataset_id }) => dataset_id),
    creator,
  );
  requireDays(datasets);
  const name = input.name ?? defaultName(datasets);
  const { description, view_type } = input;
  const chart_key = chartKey(creator, name, description);
  // Most requests find an existing chart and need no lock.
  const stored = await findChart(db, chart_key);
  if (stored) return { chart: stored, created: false, datasets };
  requireOneUnit(datasets);
  const chart: ChartRow = {
    id: randomUUID(),
    chart_key,
    creator,
    name,
    description,
    view_type,
    series_json: JSON.stringify(storedSeries(input.data, datasets)),
    created_at: now,
  };
  // Charts have no change feed, so the write need not wait for a long load.
  const inserted = await writeBeside(() =>
    db('charts').insert(chart).onConflict('chart_key').ignore().returning('id'),
  ).catch(refuseWhenLocked);
  if (inserted.length > 0) return { chart, created: true, datasets };
  return { chart: (await findChart(db, chart_key))!, created: false, datasets };
}

const RETRY_SECONDS = 5;

function refuseWhenLocked(error: unknown): never {
  if (!isLocked(error)) throw error;
  const busy = fail('database_busy', { seconds: RETRY_SECONDS });
  busy.headers['Retry-After'] = String(RETRY_SECONDS);
  throw busy;
}

const findChart = (db: Db, chart_key: string): Promise<ChartRow | undefined> =>
  db<ChartRow>('charts').where({ chart_key }).first();

/**
 * Reads the datasets in request order.
 * @param creator the organization whose own columns may be among them
 * @throws 404 for an unknown dataset
 */
export async function requireDatasets(
  db: Db,
  ids: readonly ChartSeries['dataset_id'][],
  creator: string | undefined,
): Promise<NamedDataset[]> {
  const numbers = ids.filter((id) => typeof id === 'number');
  const uuids = ids.filter((id) => typeof id === 'string');
  const found = await db<DatasetRow>('datasets')
    .whereIn('dataset_id', numbers)
    .orWhereIn('id', uuids)
    .select('id', 'dataset_id', 'name', 'metric');
  const byId = new Map<number | string, NamedDataset>(
    found.flatMap((row) => [row.id, row.dataset_id].map((id) => [id, row])),
  );
  const others = uuids.filter((id) => !byId.has(id));
  if (others.length > 0 && creator !== undefined)
    for (const own of await findOwnColumns(db, { ids: others }, creator))
      byId.set(own.id, { id: own.id, name: own.name, metric: own.metric, own });
  return ids.map((id) => {
    const dataset = byId.get(id);
    if (!dataset) throw fail('dataset_not_found', { id });
    return dataset;
  });
}

/** Rejects columns whose values are of names, which have no place on an axis of days. @throws 400 */
export function requireDays(datasets: readonly NamedDataset[]): void {
  if (datasets.some(isOfNames))
    throw invalid(
      'dataset_ids',
      'must have values of days; draw values of names as bars or as a scatter plot',
    );
}

/** Rejects datasets with several units, because a chart has one axis. @throws 400 */
export function requireOneUnit(datasets: readonly NamedDataset[]): void {
  const units = [...new Set(datasets.map(({ metric }) => metric))];
  if (units.length > 1) throw fail('mixed_units', { units: units.join(', ') });
}

const storedSeries = (data: ChartInput['data'], datasets: NamedDataset[]): StoredSeries[] =>
  data.map(({ dataset_id: _named, ...drawn }, i) => ({ dataset: datasets[i]!.id, ...drawn }));

/** Returns a name that does not depend on the order of the datasets. */
export const defaultName = (datasets: readonly Pick<DatasetRow, 'name'>[]) =>
  datasets
    .map(({ name }) => name)
    .sort()
    .join(', ');
