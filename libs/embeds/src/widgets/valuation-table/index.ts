import { inCream, inDark, withoutValues } from '../looks.ts';
import { pinValuation, valuationCsv, type ValuationData } from '../valuation-chart/data.ts';
import { valuations } from '../valuation-chart/samples.ts';
import { plainText } from '../../text.ts';
import { say } from '../../words/say.ts';
import type { Definition } from '../widget.ts';
import { valuationTableFace } from './element.ts';
import { tableHeight } from './height.ts';
import { valuationTablePicture } from './picture.ts';

export const valuationTable: Definition<'valuation-table', ValuationData> = {
  kind: 'valuation-table',
  title: ({ company }) => say('{company} valuation table', { company: plainText(company.name) }),
  face: valuationTableFace,
  height: tableHeight,
  csv: valuationCsv,
  picture: valuationTablePicture,
  smaller: ['company-card', 'valuation-sparkline'],
  pin: pinValuation,
  gallery: {
    title: 'Valuation table',
    about: 'The same values as a table.',
    path: '/api/v1/embed/company-data-valuation-table/',
    height: 560,
    samples: [
      { title: 'Usual', data: valuations.usual, screens: 'all' },
      inDark(valuations.usual),
      inCream(valuations.usual),
      withoutValues(valuations.none),
    ],
  },
};
