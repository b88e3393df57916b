import { viewCursorPagination } from '@dossier/shared';
import { Answer } from '../../../http/endpoint.ts';
import { route, type Route } from '../../../services.ts';
import { contextAt } from '../../../query/as-of.ts';
import { companyLookups } from '../../../query/fields.ts';
import { listWithAddresses } from '../../../views/companies.ts';
import * as contract from './contract.ts';
import { readCompanyDocuments, readDocuments } from './read.ts';

export const routes: Route[] = [
  route(contract.listDocuments, async (present, input) => {
    const context = await contextAt(present, input.as_of);
    const lookups = companyLookups(input);
    const { page, dependsOn } =
      lookups.length > 0
        ? await readCompanyDocuments(context, input, { scope: { type: 'single-company', lookups } })
        : await readDocuments(context, input);
    const body = {
      documents: await listWithAddresses(page, context),
      pagination: viewCursorPagination(contract.documentList, page, context.linkTo),
    };
    return new Answer(body, { dependsOn });
  }),
];
