const ONE_COMPANY =
  'Answers with one `<iframe>` whose address is signed, so that no browser ever holds a key. `company_id` goes before ' +
  '`company_slug`, and that before `company_domain`; 600 by 840 pixels unless `width` and `height` say otherwise.';
const SIGNED =
  'Its address is signed and needs no key: take it from the answer of an embed. A changed one is a 404.';

/** What the operations of embeds do, for the documentation: by operation, as many of them share a contract. */
export const embedDescriptions: Record<string, string> = {
  getValuationChartEmbed: ONE_COMPANY,
  getValuationTableEmbed: ONE_COMPANY,
  getCompanySummaryEmbed: ONE_COMPANY,
  putChart:
    'Draws 1 to 10 datasets, each named by the `dataset_id` that a company gives with it. A chart with the same name, ' +
    'description and creator is given as it is stored, with 200; a new one is created, with 201.',
  getDocumentPdfEmbed:
    'Answers with one `<iframe>` around the PDF of the document, whose address is signed. `document_slug` comes from ' +
    'the list of documents.',
  getDocumentPdfPage: `Shows the PDF in the viewer of the browser. ${SIGNED}`,
  getDocumentPdfFile: `Is what \`pdf_url\` of a document names; a document that has a PDF elsewhere leads there. ${SIGNED}`,
  getEmbedPage: `Is what the \`<iframe>\` shows: complete without script, in light and dark. ${SIGNED}`,
  getEmbedJson: `Is the page of an embed with \`.json\` at the end. ${SIGNED}`,
  getEmbedCsv: `Is the page of an embed with \`.csv\` at the end. ${SIGNED}`,
  getEmbedPicture: `Is the page of a chart with \`.svg\` at the end. ${SIGNED}`,
  getOembed:
    'For editors that turn an address into an embed: `url` is the signed address of the page of an embed, as the ' +
    'answer of an embed holds it.',
  getEmbedGallery: 'A page to open in a browser. It needs no key and shows made-up companies only.',
  getEmbedGalleryState:
    'One widget in one state, from made-up data. The gallery at `/embeds` links to all of them.',
  getEmbedResizeScript:
    'For the page around embeds, and optional: without it an embed keeps the height of its `<iframe>`.',
  getEmbedScript:
    'The page of an embed loads it by itself. Its name changes with its content, so it may be cached for ever.',
};

/** Operations with an address that only an answer can tell: it holds a signature, or the hash of a content. */
export const toldByAnswers: ReadonlySet<string> = new Set([
  'getDocumentPdfPage',
  'getDocumentPdfFile',
  'getEmbedPage',
  'getEmbedJson',
  'getEmbedCsv',
  'getEmbedPicture',
  'getEmbedScript',
  'getOembed',
]);
