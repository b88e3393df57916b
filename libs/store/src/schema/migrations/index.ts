import type { Knex } from 'knex';
import * as companies from './0001-companies.ts';
import * as documents from './0002-documents.ts';
import * as filings from './0003-filings.ts';
import * as access from './0004-access.ts';
import * as news from './0005-news.ts';
import * as metrics from './0006-metrics.ts';
import * as events from './0007-events.ts';
import * as companySync from './0008-company-sync.ts';
import * as charts from './0009-charts.ts';
import * as assets from './0010-assets.ts';
import * as deletions from './0011-deletions.ts';
import * as ingestRuns from './0012-ingest-runs.ts';
import * as companyNames from './0013-company-names.ts';
import * as indexBeside from './0014-index-beside.ts';
import * as eventLists from './0015-event-lists.ts';
import * as databaseMark from './0016-database-mark.ts';
import * as eventsByType from './0017-events-by-type.ts';
import * as runProgress from './0018-run-progress.ts';
import * as dropIndexBeside from './0019-drop-index-beside.ts';
import * as documentFilings from './0020-document-filings.ts';
import * as companyMatches from './0021-company-matches.ts';
import * as eventParts from './0022-event-parts.ts';
import * as runProfiles from './0023-run-profiles.ts';
import * as limits from './0024-limits.ts';
import * as runVersions from './0025-run-versions.ts';
import * as companyLists from './0026-company-lists.ts';
import * as changes from './0027-changes.ts';
import * as statements from './0028-statements.ts';
import * as endedSessions from './0029-ended-sessions.ts';
import * as matchRows from './0030-match-rows.ts';
import * as counters from './0031-counters.ts';
import * as categoryItems from './0032-category-items.ts';
import * as accessControl from './0033-access-control.ts';
import * as statementMatches from './0034-statement-matches.ts';
import * as moreCounters from './0035-more-counters.ts';
import * as history from './0036-history.ts';
import * as financialSources from './0037-financial-sources.ts';
import * as companyMerges from './0038-company-merges.ts';
import * as rowHashes from './0039-row-hashes.ts';
import * as categoryStatements from './0040-category-statements.ts';
import * as mergedIds from './0041-merged-ids.ts';
import * as aliasHistory from './0042-alias-history.ts';
import * as pointsWithoutNull from './0043-points-without-null.ts';
import * as countersBySubtype from './0044-counters-by-subtype.ts';
import * as dayCounts from './0045-day-counts.ts';

export interface Migration {
  up(db: Knex): Promise<void>;
  down(db: Knex): Promise<void>;
}

/** All migrations, in order. A new one is a file and a line at the end. A released migration never changes. */
export const migrations: [name: string, migration: Migration][] = [
  ['0001-companies', companies],
  ['0002-documents', documents],
  ['0003-filings', filings],
  ['0004-access', access],
  ['0005-news', news],
  ['0006-metrics', metrics],
  ['0007-events', events],
  ['0008-company-sync', companySync],
  ['0009-charts', charts],
  ['0010-assets', assets],
  ['0011-deletions', deletions],
  ['0012-ingest-runs', ingestRuns],
  ['0013-company-names', companyNames],
  ['0014-index-beside', indexBeside],
  ['0015-event-lists', eventLists],
  ['0016-database-mark', databaseMark],
  ['0017-events-by-type', eventsByType],
  ['0018-run-progress', runProgress],
  ['0019-drop-index-beside', dropIndexBeside],
  ['0020-document-filings', documentFilings],
  ['0021-company-matches', companyMatches],
  ['0022-event-parts', eventParts],
  ['0023-run-profiles', runProfiles],
  ['0024-limits', limits],
  ['0025-run-versions', runVersions],
  ['0026-company-lists', companyLists],
  ['0027-changes', changes],
  ['0028-statements', statements],
  ['0029-ended-sessions', endedSessions],
  ['0030-match-rows', matchRows],
  ['0031-counters', counters],
  ['0032-category-items', categoryItems],
  ['0033-access-control', accessControl],
  ['0034-statement-matches', statementMatches],
  ['0035-more-counters', moreCounters],
  ['0036-history', history],
  ['0037-financial-sources', financialSources],
  ['0038-company-merges', companyMerges],
  ['0039-row-hashes', rowHashes],
  ['0040-category-statements', categoryStatements],
  ['0041-merged-ids', mergedIds],
  ['0042-alias-history', aliasHistory],
  ['0043-points-without-null', pointsWithoutNull],
  ['0044-counters-by-subtype', countersBySubtype],
  ['0045-day-counts', dayCounts],
];
