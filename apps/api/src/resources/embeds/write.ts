import { createHash, randomUUID } from 'node:crypto';
import { fail } from '@dossier/shared';
import { write, type ChartRow, type DatasetRow, type Db, type Trx } from '@dossier/store';
import type { ChartInput } from './contract.ts';
import type { StoredSeries } from './read.ts';

type NamedDataset = Pick<DatasetRow, 'id' | 'dataset_id' | 'name'>;

/**
 * The creator's chart of that name and description, as it is stored; or a new one. Of any number of equal requests
 * at once, one creates.
 * @param creator the name of the caller's organization, which is its identity
 * @throws 404 for a dataset that is not there
 */
export async function findOrCreateChart(
  db: Db,
  creator: string,
  input: ChartInput,
): Promise<{ chart: ChartRow; created: boolean }> {
  const datasets = await requireDatasets(db, input.data);
  const name = input.name ?? defaultName(datasets);
  const { description, view_type } = input;
  const chart_key = keyOf(creator, name, description);
  // Most requests retrieve, and need not wait for whoever is writing.
  const stored = await findChart(db, chart_key);
  if (stored) return { chart: stored, created: false };
  return write(db, async (trx, now) => {
    const meanwhile = await findChart(trx, chart_key);
    if (meanwhile) return { chart: meanwhile, created: false };
    const series_json = JSON.stringify(storedSeries(input.data, datasets));
    const chart: ChartRow = {
      id: randomUUID(),
      chart_key,
      creator,
      name,
      description,
      view_type,
      series_json,
      created_at: now,
    };
    await trx('charts').insert(chart);
    return { chart, created: true };
  });
}

const findChart = (db: Db | Trx, chart_key: string): Promise<ChartRow | undefined> =>
  db<ChartRow>('charts').where({ chart_key }).first();

/** The datasets in the order in which they were named: one statement for all. */
async function requireDatasets(db: Db, data: ChartInput['data']): Promise<NamedDataset[]> {
  const numbers = data.flatMap(({ dataset_id }) => (typeof dataset_id === 'number' ? [dataset_id] : []));
  const uuids = data.flatMap(({ dataset_id }) => (typeof dataset_id === 'string' ? [dataset_id] : []));
  const found = await db<DatasetRow>('datasets')
    .whereIn('dataset_id', numbers)
    .orWhereIn('id', uuids)
    .select('id', 'dataset_id', 'name');
  const byId = new Map(found.flatMap((row) => [row.id, row.dataset_id].map((id) => [id, row])));
  return data.map(({ dataset_id }) => {
    const dataset = byId.get(dataset_id);
    if (!dataset) throw fail('dataset_not_found', dataset_id);
    return dataset;
  });
}

const storedSeries = (data: ChartInput['data'], datasets: NamedDataset[]): StoredSeries[] =>
  data.map(({ dataset_id: _named, ...drawn }, i) => ({ dataset: datasets[i]!.id, ...drawn }));

/** The same whatever order the datasets were sent in. */
const defaultName = (datasets: NamedDataset[]) =>
  datasets
    .map(({ name }) => name)
    .sort()
    .join(', ');

const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
