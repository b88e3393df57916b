import { route, type Route } from '../../../services.ts';
import { readDocumentBySlugOrId } from '../read.ts';
import * as contract from './contract.ts';
import { viewDocument } from './view.ts';

export const routes: Route[] = [
  route(contract.getDocument, async ({ db, publicUrl, signingKeys }, { document_slug }) => {
    const row = await readDocumentBySlugOrId(db, document_slug);
    const [key] = await signingKeys();
    return viewDocument(row, publicUrl, key);
  }),
];
