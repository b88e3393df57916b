import type { MetricRow, Trx } from '@dossier/store';
import type { SeenKeys, Kind, Outcome } from '../kind.ts';
import { companyOf } from '../references.ts';
import { stableId } from '../rows.ts';
import { upsertRows } from '../upsert-rows.ts';
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
  edgar: 'facts',
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

async function upsertMetrics(
  trx: Trx,
  given: MetricRecord[],
  now: string,
  seenKeys: SeenKeys,
): Promise<Outcome[]> {
  const records = given.map((each) => ({ ...each, columns: columnsOf(each) }));
  const cited = new Map<string, MetricCitation[]>();
  const batch = { now, seenKeys };
  const { outcomes } = await upsertRows<(typeof records)[0], MetricRow>(trx, metricKind, records, batch, {
    keyOf: ({ columns }) => [columns.observation_key],
    idOf: ({ domain }, key) => stableId('metric', domain, ...key),
    contentOf: ({ columns, citations }, { company, stored }) =>
      contentOf(columns, citations, company.id, stored),
    onTaken: ({ citations }, row, stored) => {
      if (row.citations_hash !== stored?.citations_hash) cited.set(row.id, citations ?? []);
      return [];
    },
  });
  await replaceCitations(trx, cited, now);
  return outcomes;
}
