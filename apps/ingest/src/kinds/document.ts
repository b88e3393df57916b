import {
  documentRecord,
  parseMarkdownFile,
  searchDocuments,
  takePictures,
  upsertDocuments,
} from '../documents/index.ts';
import type { Kind } from './kind.ts';

/** Research documents: market reports, company one-pagers, interviews. Natural key: the slug. */
export const documentKind: Kind<typeof documentRecord> = {
  name: 'document',
  plural: 'documents',
  record: documentRecord,
  readers: { '.md': parseMarkdownFile, '.markdown': parseMarkdownFile },
  attach: takePictures,
  upsert: upsertDocuments,
  searchDocuments,
};
