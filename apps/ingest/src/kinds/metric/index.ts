import type { MetricRow, Trx } from '@dossier/store';
import type { Claims, Kind, Outcome } from '../kind.ts';
import { companyOf, readReferences } from '../references.ts';
import { rowsOfKeys, stableId, trackedRows } from '../rows.ts';
import { replaceCitations } from './citations.ts';
import { columnsOf, contentOf } from './content.ts';
import { metricRecord, type MetricCitation, type MetricRecord } from './record.ts';

/**
 * Metric observations with their citations. Natural key: the company and what is measured (the definition, the
 * scenario, the dates, the unit and the scope), so that a corrected amount changes the observation.
 */
export const metricKind: Kind<typeof metricRecord> = {
  name: 'metric',
  plural: 'metrics',
  record: metricRecord,
  upsert: upsertMetrics,
  storage: {
    table: 'metrics',
    key: ['observation_key'],
    ofCompany: true,
    parts: [
      {
        name: 'citations',
        table: 'metric_citations',
        record: 'metric_id',
        columns: ['position', 'link', 'headline', 'quote', 'snippet', 'publication', 'type', 'is_filing'],
      },
    ],
  },
  // An amount does not name an observation, but no observation is read without one.
  nameOf: ({ metric_definition, measurement, ...given }) => ({
    ...companyOf(given),
    metric_definition,
    measurement: {
      ...(measurement as object | undefined),
      type: 'equals',
      amount: 0,
      low: null,
      high: null,
      status: undefined,
    },
  }),
};

const keyOf = (companyId: number, observation: string) => `metric ${companyId} ${observation}`;

async function upsertMetrics(
  trx: Trx,
  records: MetricRecord[],
  now: string,
  claims: Claims,
): Promise<Outcome[]> {
  const references = await readReferences(trx, records);
  const companies = records.map((each) => references.company(each));
  const columns = records.map(columnsOf);
  const keys = columns.map(
    ({ observation_key }, i) => companies[i] && keyOf(companies[i].id, observation_key),
  );
  const storedRows = await rowsOfKeys<MetricRow>(
    trx,
    'metrics',
    ['observation_key'],
    columns.flatMap(({ observation_key }, i) => (companies[i] ? [[companies[i].id, observation_key]] : [])),
  );
  const stored = new Map(storedRows.map((row) => [keyOf(row.company_id, row.observation_key), row]));
  await claims.read(keys.filter((key) => key !== undefined));

  const rows = trackedRows<MetricRow>('metrics', now);
  const ids = await rows.freeIds(
    trx,
    columns.flatMap(({ observation_key }, i): [string, string][] => {
      const key = keys[i];
      if (key === undefined || stored.has(key)) return [];
      return [[key, stableId('metric', companies[i]!.domain, observation_key)]];
    }),
  );
  const cited = new Map<string, MetricCitation[]>();
  const outcomes = records.map((each, index): Outcome => {
    const company = companies[index];
    const key = keys[index];
    if (!company || key === undefined) return { outcome: 'rejected', reason: references.problem(each) };
    const before = stored.get(key);
    const content = contentOf(columns[index]!, each.citations, company.id, before);
    const { outcome, row } = rows.decide(before, ids.get(key)!, content);
    const earlier = claims.earlier(key);
    if (earlier !== undefined && outcome !== 'unchanged') {
      return { outcome: 'rejected', reason: `duplicate metric: ${earlier} gives it with other content` };
    }
    claims.take(key, index);
    stored.set(key, row);
    if (outcome !== 'unchanged') rows.take(row);
    if (row.citations_hash !== before?.citations_hash) cited.set(row.id, each.citations ?? []);
    return { outcome, id: row.id };
  });
  await rows.write(trx);
  await replaceCitations(trx, cited, now);
  return outcomes;
}
