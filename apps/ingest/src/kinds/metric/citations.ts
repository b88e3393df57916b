import { groupBy } from '@dossier/shared';
import type { MetricCitationRow, Trx } from '@dossier/store';
import { contentHash, rowsWhere } from '../rows.ts';
import type { MetricCitation } from './record.ts';

/** Returns the new rows of citations, by observation. A citation that has not changed keeps its time of change. */
export async function citationRows(
  trx: Trx,
  citationsOf: Map<string, MetricCitation[]>,
  now: string,
): Promise<Map<string, { metric_citations: object[] }>> {
  const metricIds = [...citationsOf.keys()];
  const stored = groupBy(
    await rowsWhere<MetricCitationRow>(trx, 'metric_citations', 'metric_id', metricIds),
    ({ metric_id }) => metric_id,
  );
  const rowsOf = (id: string) => {
    const times = new Map(
      (stored.get(id) ?? []).map((row) => [
        wordsOf({ ...row, is_filing: Boolean(row.is_filing) }),
        row.updated_at,
      ]),
    );
    return citationsOf.get(id)!.map((citation, position): Omit<MetricCitationRow, 'metric_id'> => {
      const { link, headline, quote, snippet, publication, type, is_filing } = citation;
      const updated_at = times.get(wordsOf(citation)) ?? now;
      return {
        position,
        link,
        headline,
        quote,
        snippet,
        publication,
        type,
        is_filing,
        updated_at,
      };
    });
  };
  return new Map(metricIds.map((id) => [id, { metric_citations: rowsOf(id) }]));
}

const wordsOf = ({ link, headline, quote, snippet, publication, type, is_filing }: MetricCitation): string =>
  contentHash({ link, headline, quote, snippet, publication, type, is_filing });
