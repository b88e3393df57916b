import { arabic, cream, dark, german } from '../looks.ts';
import { pinValuation, valuationCsv, type ValuationData } from '../valuation-chart/data.ts';
import { valuations } from '../valuation-chart/samples.ts';
import { titleOf } from '../valuation-chart/words.ts';
import type { Definition } from '../widget.ts';
import { companyCardFace } from './element.ts';
import { cardHeight } from './height.ts';
import { cardPicture } from './picture.ts';

export const companyCard: Definition<'company-card', ValuationData> = {
  kind: 'company-card',
  title: titleOf,
  face: companyCardFace,
  size: { height: 250, width: 300 },
  isSmall: true,
  height: cardHeight,
  csv: valuationCsv,
  picture: cardPicture,
  smaller: ['valuation-sparkline'],
  pin: pinValuation,
  gallery: {
    title: 'Card',
    about: 'The latest valuation with its day, source and history, in 300 by 250 pixels.',
    path: '/api/v1/embed/company-data-card/',
    height: 250,
    samples: [
      { title: 'Usual', data: valuations.usual, screens: 'all' },
      { name: 'dark', title: 'Dark', data: valuations.usual, look: dark },
      { name: 'cream', title: "A page's own colours and font", data: valuations.usual, look: cream },
      { name: 'german', title: 'German', data: valuations.usual, look: german },
      { name: 'arabic', title: 'Arabic, right to left', data: valuations['right-to-left'], look: arabic },
      { name: 'one', title: 'One value', data: valuations.one },
      { name: 'none', title: 'No value', data: valuations.none },
    ],
  },
};
