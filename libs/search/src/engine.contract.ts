import { describe } from '@jest/globals';
import { setUpBench, type OpenPlace } from './contract/bench.ts';
import { describeHighlighting } from './contract/highlighting.ts';
import { describeListing } from './contract/listing.ts';
import { describeNames } from './contract/names.ts';
import { describeResults } from './contract/results.ts';
import { describeTyped } from './contract/typed.ts';
import { describeWords } from './contract/words.ts';
import { describeWriting } from './contract/writing.ts';

/**
 * What every search engine does, through the port alone.
 * @param open opens the index of that name, empty when the name is new; engines of one name share it.
 */
export function describeSearchEngine(name: string, open: OpenPlace): void {
  describe(`${name}: the search port`, () => {
    const bench = setUpBench(open);
    describeResults(bench);
    describeNames(bench);
    describeWords(bench);
    describeTyped(bench);
    describeHighlighting(bench);
    describeWriting(bench);
    describeListing(bench);
  });
}
