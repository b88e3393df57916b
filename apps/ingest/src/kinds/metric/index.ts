import { metricDefinition, metricMeasurement } from '@dossier/shared';
import type { MetricRow, Trx } from '@dossier/store';
import type { Kind, Outcome, SeenKeys } from '../kind.ts';
import { companyOf, namesOneCompany } from '../references.ts';
import { stableId } from '../rows.ts';
import type { Statements } from '../statements.ts';
import { upsertRows } from '../upsert-rows.ts';
import { citationRows } from './citations.ts';
import { columnsOf, contentOf, observationKey } from './content.ts';
import { metricRecord, type MetricCitation, type MetricRecord } from './record.ts';
import { metricStatements } from './statements.ts';

/** The columns of a definition and of a measurement. */
const SHOWN = Object.fromEntries([
  ...Object.keys(metricDefinition.shape).map((column) => [column, 'metric_definition']),
  ...Object.keys(metricMeasurement.shape).map((column) => [column, 'measurement']),
]) as Record<string, string>;

/**
 * Metric observations with their citations. Natural key: the company and what is measured (the definition, the
 * scenario, the dates, the unit and the scope). A corrected amount therefore changes the observation.
 */
export const metricKind: Kind<typeof metricRecord> = {
  name: 'metric',
  plural: 'metrics',
  record: metricRecord,
  canRepeat: namesOneCompany,
  upsert: upsertMetrics,
  storage: {
    table: 'metrics',
    key: ['observation_key'],
    ofCompany: true,
    shown: SHOWN,
    parts: [
      {
        name: 'citations',
        table: 'metric_citations',
        record: 'metric_id',
        columns: ['position', 'link', 'headline', 'quote', 'snippet', 'publication', 'type', 'is_filing'],
      },
    ],
  },
  statements: metricStatements,
  edgar: 'facts',
  // An amount does not identify an observation, but the schema requires one.
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

type Given = MetricRecord & { columns: ReturnType<typeof columnsOf> };

async function upsertMetrics(
  trx: Trx,
  given: MetricRecord[],
  now: string,
  seenKeys: SeenKeys,
  statements?: Statements,
): Promise<Outcome[]> {
  const records: Given[] = given.map((each) => ({ ...each, columns: columnsOf(each) }));
  const cited = new Map<string, MetricCitation[]>();
  const batch = { now, seenKeys, statements };
  const { outcomes } = await upsertRows<Given, MetricRow, 'observation_key'>(
    trx,
    metricKind,
    records,
    batch,
    {
      keyOf: ({ columns }) => [observationKey(columns)],
      claims: ({ measurement }) => ({ dates: [measurement.end_date] }),
      idOf: ({ domain }, key) => stableId('metric', domain, ...key),
      contentOf: (each, { stored }) => contentOf(columnsOf(each), each.citations, stored),
      derived: (content) => ({ observation_key: observationKey(content) }),
      onAccepted: ({ citations }, row, stored) => {
        if (row.citations_hash !== stored?.citations_hash) cited.set(row.id, citations ?? []);
        return [];
      },
      readParts: () => citationRows(trx, cited, now),
    },
  );
  return outcomes;
}
