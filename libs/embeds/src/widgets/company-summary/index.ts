import { plainText } from '../../text/text.ts';
import { inArabic, inCream, inDark } from '../looks.ts';
import type { Definition } from '../widget.ts';
import { pinSummary, type CompanySummaryData } from './data.ts';
import { companySummaryFace } from './element.ts';
import { summaryHeight } from './height.ts';
import { summaryPicture } from './picture.ts';
import { bareSummary, summary } from './samples.ts';

export const companySummary: Definition<'company-summary', CompanySummaryData> = {
  kind: 'company-summary',
  title: ({ company }) => plainText(company.name),
  face: companySummaryFace,
  height: summaryHeight,
  picture: summaryPicture,
  smaller: ['company-card', 'valuation-sparkline'],
  pin: pinSummary,
  gallery: {
    title: 'Company summary',
    about: 'What a company does, its latest figures and its people.',
    path: '/api/v1/embed/company-data-summary/',
    height: 480,
    samples: [
      { title: 'Usual', data: summary, screens: 'all' },
      inDark(summary),
      inCream(summary),
      inArabic(summary),
      { name: 'bare', title: 'Almost nothing known', data: bareSummary },
    ],
  },
};
