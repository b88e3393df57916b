import { route, type Route } from '../../../services.ts';
import { contextAt } from '../../../query/as-of.ts';
import { readDocumentBySlugOrId } from '../read.ts';
import * as contract from './contract.ts';
import { viewDocument } from './view.ts';

export const routes: Route[] = [
  route(contract.getDocument, async (context, { document_slug, as_of }) => {
    const { db, publicUrl, signingKeys } = await contextAt(context, as_of);
    const row = await readDocumentBySlugOrId(db, document_slug);
    const [key] = await signingKeys();
    return viewDocument(row, publicUrl, key);
  }),
];
