import { say } from '../../words/say.ts';
import { inArabic, inDark, inGerman, PINNED, withoutValues } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { comparisonCsv, pinComparison, type ComparisonData } from './data.ts';
import { smallMultiplesFace } from './element.ts';
import { packComparison } from './pack.ts';
import { multiplesHeight } from './height.ts';
import { multiplesPicture } from './picture.ts';
import { comparisons } from './samples.ts';

export const smallMultiples: Definition<'small-multiples', ComparisonData> = {
  kind: 'small-multiples',
  title: () => say('Valuations compared'),
  face: smallMultiplesFace,
  script: packComparison,
  size: { height: 680, width: 600 },
  height: multiplesHeight,
  csv: comparisonCsv,
  picture: multiplesPicture,
  pin: pinComparison,
  gallery: {
    title: 'Small multiples',
    about: 'What several companies were worth over time, each in a chart of its own on one scale.',
    path: '/api/v1/embed/company-data-multiples/',
    several: true,
    height: 600,
    samples: [
      { title: 'Usual', data: comparisons.usual, screens: 'all' },
      inDark(comparisons.usual),
      inGerman(comparisons.usual),
      inArabic(comparisons.usual, 'one'),
      {
        name: 'pinned',
        title: 'Pinned to a day',
        data: pinComparison(comparisons.usual, PINNED),
        query: { as_of: PINNED },
      },
      { name: 'ten', title: 'Ten companies', data: comparisons.ten },
      {
        name: 'gaps',
        title: 'A company without values, and one in another currency',
        data: comparisons.gaps,
      },
      withoutValues(comparisons.none),
    ],
  },
};
