import { describe } from '@jest/globals';
import { setUpBench, type OpenPlace } from './bench.ts';
import { describeAbout } from './about.ts';
import { describeFilters } from './filters.ts';
import { describeAsked } from './asked.ts';
import { describeCommonWords } from './common-words.ts';
import { describeHighlighting } from './highlighting.ts';
import { describeListing } from './listing.ts';
import { describeNames } from './names.ts';
import { describeNews } from './news.ts';
import { describeResults } from './results.ts';
import { describeSections } from './sections.ts';
import { describeSpellings } from './spellings.ts';
import { describeSuggesting } from './suggesting.ts';
import { describeTyped } from './typed.ts';
import { describeWords } from './words.ts';
import { describeWriting } from './writing.ts';

/**
 * Tests every search engine through the port alone.
 * @param open opens the index of that name, empty when the name is new; engines of one name share it.
 */
export function describeSearchEngine(name: string, open: OpenPlace): void {
  describe(`${name}: the search port`, () => {
    const bench = setUpBench(open);
    describeResults(bench);
    describeNames(bench);
    describeAsked(bench);
    describeAbout(bench);
    describeCommonWords(bench);
    describeWords(bench);
    describeSpellings(bench);
    describeTyped(bench);
    describeHighlighting(bench);
    describeSections(bench);
    describeFilters(bench);
    describeSuggesting(bench);
    describeWriting(bench);
    describeNews(bench);
    describeListing(bench);
  });
}
