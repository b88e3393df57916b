import { recordSchemas } from '@dossier/shared';
import { jsonFor } from '@dossier/store';
import type { RecordViews } from './snapshots/rows.ts';
import { viewCompany } from './resources/companies/view.ts';
import { viewGlobalItem } from './resources/documents/list/view.ts';
import { viewEvent } from './resources/events/view.ts';
import { filingParams, viewFilingOf } from './resources/filings/view.ts';
import { viewMetric } from './resources/metrics/view.ts';
import { viewNewsItem } from './resources/news/view.ts';

const companyFields = recordSchemas.company.keyof().options;

/** The records of each kind, as their own endpoints show them. Copies of the data consist of these. */
export const recordViews: RecordViews = {
  company: {
    table: 'companies',
    view: (db) =>
      jsonFor(db).one(
        db('companies').where('companies.id', db.ref('page.id')),
        viewCompany(db, { fields: companyFields }),
      ),
    viewOfShard: (db, id) => viewCompany(db, { fields: companyFields }, id),
  },
  category: {
    table: 'categories',
    view: (db) =>
      jsonFor(db).one(
        db('categories').where('categories.id', db.ref('page.id')),
        jsonFor(db).object(recordSchemas.category, {
          id: 'categories.id',
          name: 'categories.name',
          slug: 'categories.slug',
        }),
      ),
  },
  document: { table: 'documents', view: (db) => viewGlobalItem(db) },
  filing: {
    table: 'filings',
    view: (db, publicUrl) => viewFilingOf(db, () => db.raw('?', [filingParams(publicUrl).base])),
  },
  event: { table: 'events', view: (db) => viewEvent(db, true) },
  news: { table: 'news', view: (db) => viewNewsItem(db, false) },
  metric: { table: 'metrics', view: (db) => viewMetric(db, false) },
};
