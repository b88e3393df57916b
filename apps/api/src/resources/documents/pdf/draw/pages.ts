/** The most pages of a document's PDF, besides a last page that links to the rest. */
export const MAX_PAGES = 500;
