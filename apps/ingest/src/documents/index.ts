export { parseMarkdownFile, type ParsedDocument, type ParseOptions } from './parse.ts';
export { convertMarkdown } from './convert.ts';
export { readElements } from './elements.ts';
export { htmlTree } from './markdown.ts';
export { cutSections, joinSections, metadataOf } from './sections.ts';
export { documentRecord, type DocumentInput, type DocumentRecord } from './record.ts';
export { takePictures } from './pictures.ts';
export { upsertDocuments } from './upsert.ts';
export { searchDocuments } from './search.ts';
