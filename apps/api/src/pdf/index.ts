export { pdfCache, type PdfCache } from './cache.ts';
export { documentPdf, PDF_VERSION, type PdfInput } from './document.ts';
