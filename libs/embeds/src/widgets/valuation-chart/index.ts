import { inArabic, inCream, inDark, inGerman, japanese, night, PINNED, withoutValues } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { drawValuation, pinValuation, valuationCsv, type ValuationData } from './data.ts';
import { valuationChartFace } from './element.ts';
import { packValuations } from './pack.ts';
import { valuationPicture } from './picture.ts';
import { valuations } from './samples.ts';
import { titleOf } from './words.ts';

export const valuationChart: Definition<'valuation-chart', ValuationData> = {
  kind: 'valuation-chart',
  title: titleOf,
  face: valuationChartFace,
  script: packValuations,
  least: () => 340,
  csv: valuationCsv,
  picture: valuationPicture,
  smaller: ['company-card', 'valuation-sparkline'],
  pin: pinValuation,
  draw: drawValuation,
  gallery: {
    title: 'Valuation chart',
    about: 'What a company was worth over time, each value with its source. Estimates are dashed and hollow.',
    path: '/api/v1/embed/company-data-valuation-chart/',
    height: 620,
    samples: [
      { title: 'Usual', data: valuations.usual, screens: 'all' },
      inDark(valuations.usual),
      inCream(valuations.usual, 'one'),
      { name: 'night', title: 'Colours corrected to be readable', data: valuations.usual, look: night },
      {
        name: 'pinned',
        title: 'Pinned to a day',
        data: pinValuation(valuations.usual, PINNED),
        query: { as_of: PINNED },
      },
      { name: 'hundred', title: 'A hundred values', data: valuations.hundred, screens: 'one' },
      { name: 'one', title: 'One value', data: valuations.one },
      withoutValues(valuations.none),
      { name: 'same-day', title: 'Two values on one day', data: valuations['same-day'] },
      { name: 'zero', title: 'Only zeros', data: valuations.zero },
      { name: 'negative', title: 'Below zero', data: valuations.negative },
      { name: 'huge', title: 'Very large', data: valuations.huge },
      { name: 'tiny', title: 'Very small', data: valuations.tiny },
      { name: 'francs', title: 'Another currency', data: valuations.francs },
      { name: 'currencies', title: 'Values in several currencies', data: valuations.currencies },
      { name: 'right-to-left', title: 'A name written right to left', data: valuations['right-to-left'] },
      inGerman(valuations.usual),
      { name: 'japanese', title: 'Japanese', data: valuations.usual, look: japanese },
      inArabic(valuations['right-to-left'], 'one'),
    ],
  },
};
