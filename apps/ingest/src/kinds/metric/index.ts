import { metricDefinition, metricMeasurement, recordKinds } from '@dossier/shared';
import type { MetricCitationRow, MetricRow } from '@dossier/store';
import { companyOf, namesOneCompany } from '../../fields/references.ts';
import { stableId, contentHash } from '../../stored/hash.ts';
import { columnsOf, contentOf, observationKey } from './content.ts';
import { metricRecord, type MetricCitation } from './record.ts';
import { type StatementRules, rowKind } from '../kind.ts';

/** Returns the rows of citations. One that is stored keeps its time of change. */
function citationRows(
  citations: MetricCitation[],
  stored: MetricCitationRow[],
  now: string,
): Omit<MetricCitationRow, 'metric_id' | 'company_id'>[] {
  const times = new Map(
    stored.map((row) => [wordsOf({ ...row, is_filing: Boolean(row.is_filing) }), row.updated_at]),
  );
  return citations.map((citation, position) => {
    const { link, headline, quote, snippet, publication, type, is_filing } = citation;
    return {
      ...{ position, link, headline, quote, snippet, publication, type, is_filing },
      updated_at: times.get(wordsOf(citation)) ?? now,
    };
  });
}

const wordsOf = ({ link, headline, quote, snippet, publication, type, is_filing }: MetricCitation): string =>
  contentHash({ link, headline, quote, snippet, publication, type, is_filing });

/** How the statements of several sources about an observation are merged. */
const metricStatements: StatementRules = {
  rulesOf: () => ({
    // An amount and how it is known belong together.
    measurement: 'needed',
    citations: { itemKey: ({ link, quote }: MetricCitationRow) => `${link} ${quote ?? ''}`.trim() },
  }),
};

/** The columns of a definition and of a measurement. */
const SHOWN = Object.fromEntries([
  ...Object.keys(metricDefinition.shape).map((column) => [column, 'metric_definition']),
  ...Object.keys(metricMeasurement.shape).map((column) => [column, 'measurement']),
]) as Record<string, string>;

/**
 * Metric observations with their citations. Natural key: the company and what is measured (the definition, the
 * scenario, the dates, the unit and the scope). A corrected amount therefore changes the observation.
 */
export const metricKind = rowKind<typeof metricRecord, MetricRow, 'observation_key'>(
  {
    name: 'metric',
    plural: recordKinds.metric.plural,
    record: metricRecord,
    canRepeat: namesOneCompany,
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
  },
  {
    keyOf: (each) => [observationKey(columnsOf(each))],
    facts: ({ measurement }) => ({ dates: [measurement.end_date] }),
    idOf: ({ domain }, key) => stableId('metric', domain, ...key),
    contentOf: (each, { stored }) => contentOf(each, stored),
    derived: (content) => ({ observation_key: observationKey(content) }),
    partRows: {
      isChanged: (row, stored) => row.citations_hash !== stored?.citations_hash,
      rowsOf: ({ citations }, stored, now) =>
        citationRows(citations ?? [], stored as MetricCitationRow[], now),
    },
  },
);
