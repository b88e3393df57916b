import { fail, invalid, chain, type MaybePromise } from '@dossier/shared';
import type { CompanyLookup } from '@dossier/store';
import { Answer, BodyStream } from '../../http/endpoint.ts';
import { route, type Context, type Route } from '../../services.ts';
import { withAddresses } from '../../views/companies.ts';
import { contextAt } from '../../query/as-of.ts';
import { companyLookup } from '../../query/fields.ts';
import { dependsOnCompany } from '../../query/scope.ts';
import * as contract from './contract.ts';
import { readCompany, readIdentities, readIdentitiesVersion } from './read.ts';
import { refuseSyncFields, sync } from './sync.ts';

function detail(
  now: Context,
  lookup: CompanyLookup,
  { as_of, ...wanted }: contract.Wanted & { as_of?: string | undefined },
): MaybePromise<Answer<string>> {
  return chain(contextAt(now, as_of), (context) =>
    chain(readCompany(context.db, lookup, wanted), ({ id, text }) => {
      // It has the names of its categories. Changes of its documents, datasets and events name the company.
      const dependsOn = dependsOnCompany({ id }, [lookup], ['category']);
      return chain(withAddresses(text, context), (filled) => new Answer(filled, { dependsOn }));
    }),
  );
}

const WANTED = ['fields', 'include'] as const satisfies (keyof contract.Wanted)[];

export const routes: Route[] = [
  route(contract.getCompanies, (context, input) => {
    const given = (['company_domain', 'id', 'company_slug'] as const).filter(
      (name) => input[name] !== undefined,
    );
    if (input.mode === 'sync') {
      if (given[0] !== undefined) throw invalid(given[0], 'cannot be combined with mode=sync');
      for (const name of WANTED) if (input[name]) throw invalid(name, 'cannot be combined with mode=sync');
      refuseAsOf(input);
      return sync(context, input);
    }
    refuseSyncFields(input);
    if (given.length > 1) throw fail('one_company_identifier', { given });
    const { id: company_id, company_slug, company_domain } = input;
    const lookup = companyLookup({ company_id, company_slug, company_domain });
    const { fields, include, as_of } = input;
    if (lookup) return detail(context, lookup, { fields, include, as_of });
    for (const name of WANTED)
      if (input[name]) throw invalid(name, 'needs company_domain, id or company_slug');
    refuseAsOf(input);
    return list(context);
  }),
  route(contract.getCompany, (context, { company_slug, ...input }) =>
    detail(context, { by: 'slug', value: company_slug }, input),
  ),
];

/** Rejects `as_of` without a company. @throws 400 */
function refuseAsOf({ as_of }: { as_of?: string | undefined }): void {
  if (as_of !== undefined) throw invalid('as_of', 'needs a company: send company_domain, id or company_slug');
}

/**
 * Returns the list of all companies. Reads the version first: if a row changes in between, the ETag is outdated and the
 * next request fetches the list again.
 */
async function list(context: Context): Promise<Answer<BodyStream>> {
  const version = await readIdentitiesVersion(context.db);
  return new Answer(new BodyStream(identities(context)), { headers: { ETag: `W/"${version}"` } });
}

async function* identities({ db }: Context): AsyncGenerator<string> {
  yield '{"companies":[';
  let separator = '';
  for await (const batch of readIdentities(db)) {
    yield separator + batch.map((company) => JSON.stringify(company)).join(',');
    separator = ',';
  }
  yield ']}';
}
