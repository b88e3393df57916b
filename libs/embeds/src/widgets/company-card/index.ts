import { textsHeight } from '../../parts/texts-height.ts';
import { inArabic, inCream, inDark, inGerman, withoutValues } from '../looks.ts';
import { pinValuation, valuationCsv, type ValuationData } from '../valuation-chart/data.ts';
import { valuations } from '../valuation-chart/samples.ts';
import { titleOf } from '../valuation-chart/words.ts';
import type { Definition } from '../widget.ts';
import { companyCardFace } from './element.ts';
import { cardPicture } from './picture.ts';

/** Pixels: the usual height, and how many of them a title of three lines takes from the drawing. */
const USUAL = 250;
const SPARE = 54;

/** Returns the pixels of height that the card needs in a frame of this width: more only for a long name. */
const cardHeight = (data: ValuationData, width: number): number =>
  USUAL + Math.max(0, textsHeight({ ...data, editorial: undefined }, titleOf(data), width) - SPARE);

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
      inDark(valuations.usual),
      inCream(valuations.usual),
      inGerman(valuations.usual),
      inArabic(valuations['right-to-left']),
      { name: 'one', title: 'One value', data: valuations.one },
      withoutValues(valuations.none),
    ],
  },
};
