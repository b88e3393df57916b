import type { DocumentContent } from '@dossier/shared';
import type { PdfPicture } from './picture.ts';

/** What a document's PDF is made of. Times are UTC text. */
export interface PdfInput {
  title: string;
  /** The type of the document, in words. */
  label: string;
  summary: string | null;
  published: string;
  updated: string;
  /** The address at which people read the document. */
  webUrl: string;
  /** The public base address of this service, without a trailing slash. */
  publicUrl: string;
  content: DocumentContent;
  /** Reads a picture of the content by its address there; returns undefined if this service does not have it. */
  readPicture: (url: string) => Promise<PdfPicture['file']>;
}

/** Part of the ETag: increase it when the look of the pages changes. */
export const PDF_VERSION = 1;
