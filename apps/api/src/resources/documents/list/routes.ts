import { pageRequest, viewCursorPagination } from '@dossier/shared';
import { route, type Route } from '../../../services.ts';
import { companyLookups } from '../../../query/fields.ts';
import { requireOneCompany } from '../../../query/scope.ts';
import * as contract from './contract.ts';
import { readCompanyDocuments, readDocumentCompanies, readDocuments } from './read.ts';
import { viewCompanyItems, viewGlobalItems } from './view.ts';

export const routes: Route[] = [
  route(contract.listDocuments, async ({ db, publicUrl, signingKeys, linkTo }, input) => {
    const request = pageRequest(contract.documentList, input, input);
    const [key] = await signingKeys();
    const lookups = companyLookups(input);
    if (lookups.length > 0) {
      const company = await requireOneCompany(db, lookups);
      const page = await readCompanyDocuments(db, company, input, request);
      return {
        documents: viewCompanyItems(page.rows, { publicUrl, key }),
        pagination: viewCursorPagination(contract.documentList, page, linkTo),
      };
    }
    const page = await readDocuments(db, input, request);
    return {
      documents: viewGlobalItems(page.rows, await readDocumentCompanies(db, page.rows), { publicUrl, key }),
      pagination: viewCursorPagination(contract.documentList, page, linkTo),
    };
  }),
];
