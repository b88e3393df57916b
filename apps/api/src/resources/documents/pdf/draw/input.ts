import type { DocumentContent } from '@dossier/shared';
import type { PdfPicture } from './picture.ts';

/** The input for a document's PDF. Times are UTC text. */
export interface PdfInput {
  title: string;
  /** The type of the document, in words. */
  label: string;
  summary: string | null;
  published: string;
  updated: string;
  /** The address of the document's web page. */
  webUrl: string;
  /** The public base address of this service, without a trailing slash. */
  publicUrl: string;
  content: DocumentContent;
  /** Reads a picture by its address in the content. Returns undefined if this service does not host it. */
  readPicture: (url: string) => Promise<PdfPicture['file']>;
}

/** Part of the ETag. Increase it when the layout of the PDF changes. */
export const PDF_VERSION = 1;
