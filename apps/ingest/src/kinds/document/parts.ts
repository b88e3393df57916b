export { parseMarkdownFile, type ParsedDocument, type ParseOptions } from './parse.ts';
export { parseHtmlFile } from './html/parse.ts';
export { documentRecord, type DocumentInput, type DocumentRecord } from './record.ts';
export { pictureExtensions } from './picture-file.ts';
export { importPictures } from './pictures.ts';
export { shownByDocuments, upsertDocuments } from './upsert.ts';
export { documentStatements } from './statements.ts';
export { passagesOf, searchDocuments } from './search.ts';
