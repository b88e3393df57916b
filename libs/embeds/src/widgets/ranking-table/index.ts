import { say } from '../../words/say.ts';
import { inArabic, inDark, inGerman, withoutValues } from '../looks.ts';
import { comparisonCsv, pinComparison, type ComparisonData } from '../small-multiples/data.ts';
import { comparisons } from '../small-multiples/samples.ts';
import type { Definition } from '../widget.ts';
import { rankingTableFace } from './element.ts';
import { topOf } from './data.ts';
import { rankingHeight } from './height.ts';
import { rankingPicture } from './picture.ts';

export const rankingTable: Definition<'ranking-table', ComparisonData> = {
  kind: 'ranking-table',
  title: () => say('Ranked by valuation'),
  face: rankingTableFace,
  size: { height: 640, width: 600 },
  height: rankingHeight,
  csv: comparisonCsv,
  picture: rankingPicture,
  pin: pinComparison,
  draw: topOf,
  gallery: {
    title: 'Ranking table',
    about: 'Companies by what they are worth, each value with its day, its change in a year and its source.',
    path: '/api/v1/embed/company-data-ranking/',
    several: true,
    height: 640,
    samples: [
      { title: 'Usual', data: comparisons.usual, screens: 'all' },
      inDark(comparisons.usual),
      {
        name: 'sparklines',
        title: 'A line for each company',
        data: { ...comparisons.ten, sparklines: true },
        query: { sparklines: 'yes' },
        screens: 'one',
      },
      inGerman(comparisons.usual),
      inArabic(comparisons.usual, 'one'),
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
