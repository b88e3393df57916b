export { documentPdf, PDF_VERSION, type PdfInput } from './document.ts';
