import MiniSearch from 'minisearch';
import type { DocPage } from './page.ts';

/** A section that a search found. */
export interface Hit {
  page: string;
  pageTitle: string;
  anchor: string;
  title: string;
  text: string;
}

type Entry = Hit & { id: number; about: string; weight: number };

/** Words that questions have and that say nothing about their subject. */
const EMPTY = new Set(
  'a an and any api are at be by call can do does everything for from get give happen happens how i in is it me my of on or should that the there to use we what when where which why with you your'.split(
    ' ',
  ),
);

/** How many sections a search shows. */
const MAX_SECTIONS = 20;

/** Returns a search over the sections of pages. The index is built at the first search, a few sections at a time. */
export function searchOf(pages: DocPage[]): (query: string) => Promise<Hit[]> {
  let made: Promise<MiniSearch<Entry>> | undefined;
  return async (query) => {
    const index = await (made ??= indexOf(pages));
    // Sections with more of the words come first.
    const found = index.search(query).map((hit) => ({ ...hit, score: hit.score * hit.queryTerms.length }));
    return found.sort((one, other) => other.score - one.score).slice(0, MAX_SECTIONS) as unknown as Hit[];
  };
}

async function indexOf(pages: DocPage[]): Promise<MiniSearch<Entry>> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'pageTitle', 'about', 'text'],
    storeFields: ['page', 'pageTitle', 'anchor', 'title', 'text', 'weight'],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return EMPTY.has(word) ? null : stemOf(word);
    },
    searchOptions: {
      boost: { title: 4, pageTitle: 3, about: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: 0.15,
      boostDocument: (_id, _term, stored) => Number(stored?.['weight'] ?? 1),
    },
  });
  const entries = pages.flatMap(({ path, title, about, weight, sections }) =>
    // What the page is about is said once, for its beginning.
    sections().map((section) => ({
      ...section,
      page: path,
      pageTitle: title,
      weight,
      about: section.anchor === '' ? about : '',
    })),
  );
  // Other requests are answered in between.
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id })),
    { chunkSize: 20 },
  );
  return index;
}

/** Returns a word without its ending, so that `webhooks` finds `webhook` and `paging` finds `page`. */
const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '') : word;
