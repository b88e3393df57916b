import { setImmediate as turn } from 'node:timers/promises';
import { fail } from '@dossier/shared';
import {
  categoriesOf,
  whereAlso,
  type CategoryRow,
  type CompanyDomainRow,
  type CompanyFinancialRow,
  type CompanyListingRow,
  type CompanyLookup,
  type CompanyRow,
  type DatasetRow,
  type Db,
  type DocumentCompanyRow,
  type DocumentRow,
  type EventRow,
} from '@dossier/store';
import { requireCompany } from '../../query/scope.ts';

/** The rows of a company and all its parts. */
export interface CompanyParts {
  company: CompanyRow;
  domains: string[];
  categories: CategoryRow[];
  documents: (DocumentRow & Pick<DocumentCompanyRow, 'relation'>)[];
  datasets: DatasetRow[];
  financials: CompanyFinancialRow[];
  listings: CompanyListingRow[];
  milestones: EventRow[];
}

/** Reads a company with one statement for each kind of part. @throws 404 */
export async function readCompany(db: Db, lookup: CompanyLookup): Promise<CompanyParts> {
  const { id } = await requireCompany(db, lookup);
  const [company, domains, categories, documents, datasets, financials, listings, milestones] =
    await Promise.all([
      db<CompanyRow>('companies').where({ id }).first(),
      db<CompanyDomainRow>('company_domains').where({ company_id: id }).orderBy('domain').pluck('domain'),
      categoriesOf(db, id),
      db('documents')
        .join('document_companies', 'document_companies.document_id', 'documents.id')
        .where({ company_id: id })
        .orderBy([
          { column: 'document_companies.published_at', order: 'desc' },
          { column: 'document_id', order: 'desc' },
        ])
        .select<CompanyParts['documents']>('documents.*', 'relation'),
      db<DatasetRow>('datasets').where({ company_id: id }).orderBy('dataset_id'),
      db<CompanyFinancialRow>('company_financials').where({ company_id: id }).orderBy('name'),
      db<CompanyListingRow>('company_listings').where({ company_id: id }).orderBy(['ticker', 'venue']),
      // Milestones have no status in the response, so cancelled ones are left out.
      whereAlso(db<EventRow>('events').where({ company_id: id }), 'type', ['company_milestone'])
        .whereNot('status', 'cancelled')
        .orderBy('event_date', 'desc')
        .orderBy('id', 'desc'),
    ]);
  // The company was deleted between the two statements.
  if (!company) throw fail('company_not_found', { key: lookup.by, value: lookup.value });
  return { company, domains, categories, documents, datasets, financials, listings, milestones };
}

/** The fields of the list of all companies. */
const IDENTITY = ['id', 'domain', 'name'] as const;

/**
 * Returns the version of the list of all companies: the time of its last change, and the names of its fields, so that
 * a release with other fields has another version. Timestamps of changes and deletions only increase.
 */
export async function readIdentitiesVersion(db: Db): Promise<string> {
  const [row] = await db.select<{ changed: string | null; deleted: string | null }[]>(
    db('companies').max('updated_at').as('changed'),
    db('deletions').where({ kind: 'company' }).max('deleted_at').as('deleted'),
  );
  const { changed, deleted } = row!;
  const last = [changed ?? '', deleted ?? ''].sort()[1]!;
  return `${IDENTITY.join('.')}-${last}`;
}

const BATCH = 1000;

/** Yields the identities of all companies by id. Batches limit memory and let other requests run in between. */
export async function* readIdentities(db: Db): AsyncGenerator<Pick<CompanyRow, (typeof IDENTITY)[number]>[]> {
  for (let last = 0; ;) {
    const batch = await db<CompanyRow>('companies')
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .select(...IDENTITY);
    if (batch.length === 0) return;
    yield batch;
    last = batch.at(-1)!.id;
    // SQLite reads block the event loop, so other requests would wait for the whole list.
    await turn();
  }
}
