import type { MetricCitationRow } from '@dossier/store';
import { contentHash } from '../rows.ts';
import type { MetricCitation } from './record.ts';

/** Returns the rows of citations. One that is stored keeps its time of change. */
export function citationRows(
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
