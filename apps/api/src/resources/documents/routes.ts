import { pageRequest, viewCursorPagination } from '@dossier/shared';
import { requireCompany } from '@dossier/store';
import { route, type Route } from '../../http/endpoint.ts';
import { companyLookup } from '../../http/fields.ts';
import * as contract from './contract.ts';
import { readCompanyDocuments, readDocument, readDocumentCompanies, readDocuments } from './read.ts';
import { viewCompanyItems, viewDocument, viewGlobalItems } from './view.ts';

export const routes: Route[] = [
  route(contract.listDocuments, async ({ db, publicUrl, linkTo }, input) => {
    const request = pageRequest(contract.documentList, input, input);
    const lookup = companyLookup(input);
    if (lookup) {
      const page = await readCompanyDocuments(db, await requireCompany(db, lookup), input, request);
      return {
        documents: viewCompanyItems(page.rows, publicUrl),
        pagination: viewCursorPagination(contract.documentList, page, linkTo),
      };
    }
    const page = await readDocuments(db, input, request);
    return {
      documents: viewGlobalItems(page.rows, await readDocumentCompanies(db, page.rows), publicUrl),
      pagination: viewCursorPagination(contract.documentList, page, linkTo),
    };
  }),
  route(contract.getDocument, async ({ db, publicUrl, signingKeys }, { document_slug }) => {
    const row = await readDocument(db, document_slug);
    const [key] = await signingKeys();
    return viewDocument(row, publicUrl, key);
  }),
];
