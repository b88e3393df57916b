import {
  companyDocumentItem,
  globalDocumentItem,
  type CompanyDocumentItem,
  type GlobalDocumentItem,
} from '@dossier/shared';
import { jsonFor, type Db, type Json } from '@dossier/store';
import { documentFields, publishedOn } from '../../../views/companies.ts';

/** Returns the document of a row of `page` with its companies, as SQL. */
export function viewGlobalItem(db: Db): Json<GlobalDocumentItem> {
  const json = jsonFor(db);
  const companies = db('document_companies')
    .join('companies', 'companies.id', 'document_companies.company_id')
    .where('document_companies.document_id', db.ref('documents.id'))
    .orderBy('document_companies.company_id');
  return json.one(
    db('documents').where('documents.id', db.ref('page.id')),
    json.object(globalDocumentItem, {
      ...listFields(db),
      companies: json.list(
        companies,
        json.object(globalDocumentItem.shape.companies.element, {
          id: 'companies.id',
          domain: 'companies.domain',
          relation: 'document_companies.relation',
        }),
      ),
    }),
  );
}

/** Returns the document of a row of `page` with its `relation` to a company, as SQL. */
export function viewCompanyItem(db: Db): Json<CompanyDocumentItem> {
  const json = jsonFor(db);
  return json.one(
    db('documents').where('documents.id', db.ref('page.id')),
    json.object(companyDocumentItem, { ...listFields(db), relation: 'page.relation' }),
  );
}

function listFields(db: Db) {
  const json = jsonFor(db);
  return {
    ...documentFields(db),
    published_at: publishedOn(db),
    created_at: 'documents.created_at',
    updated_at: 'documents.updated_at',
    web_url: json.textOr('documents.web_url', json.placeholder('page', 'documents.slug')),
  };
}
