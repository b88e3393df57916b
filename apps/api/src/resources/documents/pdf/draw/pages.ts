/** The most pages of a document's PDF. One more says that the rest is missing. */
export const MOST_PAGES = 500;
