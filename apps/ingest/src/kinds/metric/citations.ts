import { groupBy } from '@dossier/shared';
import type { MetricCitationRow, Trx } from '@dossier/store';
import { contentHash, putRows, rowsWhere } from '../rows.ts';
import type { MetricCitation } from './record.ts';

/** Replaces the citations of observations. A citation that has not changed keeps its time of change. */
export async function replaceCitations(
  trx: Trx,
  citationsOf: Map<string, MetricCitation[]>,
  now: string,
): Promise<void> {
  const metricIds = [...citationsOf.keys()];
  const stored = groupBy(
    await rowsWhere<MetricCitationRow>(trx, 'metric_citations', 'metric_id', metricIds),
    ({ metric_id }) => metric_id,
  );
  const rows = metricIds.flatMap((id) => {
    const times = new Map(
      (stored.get(id) ?? []).map((row) => [
        wordsOf({ ...row, is_filing: Boolean(row.is_filing) }),
        row.updated_at,
      ]),
    );
    return citationsOf.get(id)!.map((citation, position): MetricCitationRow => {
      const { link, headline, quote, snippet, publication, type, is_filing } = citation;
      const updated_at = times.get(wordsOf(citation)) ?? now;
      return {
        metric_id: id,
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
  });
  // A batch has far fewer ids than a statement can bind.
  await trx('metric_citations')
    .whereIn('metric_id', [...stored.keys()])
    .delete();
  await putRows(trx, 'metric_citations', rows);
}

const wordsOf = ({ link, headline, quote, snippet, publication, type, is_filing }: MetricCitation): string =>
  contentHash({ link, headline, quote, snippet, publication, type, is_filing });
