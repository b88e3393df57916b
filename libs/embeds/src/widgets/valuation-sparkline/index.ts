import { inArabic, inDark, inGerman, withoutValues } from '../looks.ts';
import { pinValuation, valuationCsv, type ValuationData } from '../valuation-chart/data.ts';
import { valuations } from '../valuation-chart/samples.ts';
import { titleOf } from '../valuation-chart/words.ts';
import { cardPicture } from '../company-card/picture.ts';
import type { Definition } from '../widget.ts';
import { sparklineHeight, valuationSparklineFace } from './element.ts';

export const valuationSparkline: Definition<'valuation-sparkline', ValuationData> = {
  kind: 'valuation-sparkline',
  title: titleOf,
  face: valuationSparklineFace,
  size: { height: 28, width: 320 },
  isSmall: true,
  height: sparklineHeight,
  inline: true,
  csv: valuationCsv,
  picture: cardPicture,
  pin: pinValuation,
  gallery: {
    title: 'Sparkline',
    about: 'The valuations as a line within a sentence, with the latest value.',
    path: '/api/v1/embed/company-data-sparkline/',
    height: 28,
    samples: [
      { title: 'Usual', data: valuations.usual, screens: 'all' },
      inDark(valuations.usual),
      inGerman(valuations.usual),
      inArabic(valuations['right-to-left']),
      { name: 'long', title: 'A long name', data: valuations.named },
      { name: 'one', title: 'One value', data: valuations.one },
      withoutValues(valuations.none),
    ],
  },
};
