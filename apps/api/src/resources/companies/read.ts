import { setImmediate as turn } from 'node:timers/promises';
import { chain, type MaybePromise } from '@dossier/shared';
import {
  ask,
  findCompany,
  isDistributed,
  lookupParams,
  preparedQueries,
  whereCompany,
  type CompanyLookup,
  type CompanyRow,
  type Db,
  type LookupParams,
} from '@dossier/store';
import { companyNotFound } from '../../query/scope.ts';
import type { Wanted } from './contract.ts';
import { viewDetail } from './view.ts';

const detailBy = preparedQueries<
  { by: CompanyLookup['by']; wanted: Wanted },
  LookupParams,
  { id: number; text: string }
>(
  (db, param, { by, wanted }) =>
    whereCompany(by, db('companies').select({ id: 'companies.id', text: viewDetail(db, wanted).sql }), param),
  () => ({ isQuick: true }),
);

/**
 * Reads a company's id, and the response for it as JSON text with placeholders, in one statement.
 * @throws 404
 */
export function readCompany(
  db: Db,
  lookup: CompanyLookup,
  { fields, include }: Wanted = {},
): MaybePromise<{ id: number; text: string }> {
  const { by } = lookup;
  // Sorted, so that fields in another order use the same prepared statement.
  const wanted = { fields: fields?.toSorted(), include };
  const read = (isSplit: boolean) =>
    isSplit ? readOfShard(db, lookup, wanted) : ask(db, detailBy({ by, wanted }), lookupParams(lookup));
  return chain(chain(isDistributed(db), read), ([found]) => {
    if (!found) throw companyNotFound(lookup);
    return found;
  });
}

const detailOf = preparedQueries<Wanted, { id: number }, { id: number; text: string }>((db, param, wanted) =>
  db('companies')
    .where('companies.id', param('id'))
    .select({ id: 'companies.id', text: viewDetail(db, wanted, param('id')).sql }),
);

/** Finds the company first: a statement with its id for each table is answered by one shard. */
async function readOfShard(db: Db, lookup: CompanyLookup, wanted: Wanted) {
  const found = await findCompany(db, lookup);
  return found ? ask(db, detailOf(wanted), { id: found.id }) : [];
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
