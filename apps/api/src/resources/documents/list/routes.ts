import { pageRequest, viewCursorPagination } from '@dossier/shared';
import { Answer, type DependsOn } from '../../../http/endpoint.ts';
import { route, type Route } from '../../../services.ts';
import { contextAt } from '../../../query/as-of.ts';
import { companyLookups } from '../../../query/fields.ts';
import { dependsOnCompany, requireOneCompany } from '../../../query/scope.ts';
import { listWithAddresses } from '../../../views/companies.ts';
import * as contract from './contract.ts';
import { readDocuments } from './read.ts';

export const routes: Route[] = [
  route(contract.listDocuments, async (present, input) => {
    const context = await contextAt(present, input.as_of);
    const request = pageRequest(contract.documentList, input, input);
    const lookups = companyLookups(input);
    const company = lookups.length > 0 ? await requireOneCompany(context.db, lookups) : undefined;
    const page = await readDocuments(context.db, company, input, request);
    const body = {
      documents: await listWithAddresses(page, context),
      pagination: viewCursorPagination(contract.documentList, page, context.linkTo),
    };
    // A list of all documents contains the domains of their companies.
    const ofAll: DependsOn = { kinds: ['document', 'company'] };
    return new Answer(body, { dependsOn: company ? dependsOnCompany(company, lookups) : ofAll });
  }),
];
