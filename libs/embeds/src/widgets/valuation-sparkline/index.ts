import { arabic, dark, german } from '../looks.ts';
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
      { name: 'dark', title: 'Dark', data: valuations.usual, look: dark },
      { name: 'german', title: 'German', data: valuations.usual, look: german },
      { name: 'arabic', title: 'Arabic, right to left', data: valuations['right-to-left'], look: arabic },
      { name: 'long', title: 'A long name', data: valuations.named },
      { name: 'one', title: 'One value', data: valuations.one },
      { name: 'none', title: 'No value', data: valuations.none },
    ],
  },
};
