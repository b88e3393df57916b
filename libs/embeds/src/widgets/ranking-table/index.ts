import { html } from 'lit';
import { say } from '../../words/say.ts';
import { arabic, dark, german } from '../looks.ts';
import { comparisonCsv, pinComparison, type ComparisonData } from '../small-multiples/data.ts';
import { comparisons } from '../small-multiples/samples.ts';
import type { Definition } from '../widget.ts';
import { RankingTable } from './element.ts';
import { rankingPicture } from './picture.ts';

export const rankingTable: Definition<'ranking-table', ComparisonData> = {
  kind: 'ranking-table',
  title: () => say('Ranked by valuation'),
  element: RankingTable,
  view: (data, address) =>
    html`<dossier-ranking-table .data=${data} address=${address}></dossier-ranking-table>`,
  size: { height: 520, width: 600 },
  // Long names break into several lines on a phone.
  height: ({ companies }, width) => {
    const rowOf = (name: string) => (width >= 420 ? 53 : width >= 360 ? 68 : name.length > 20 ? 106 : 72);
    const around = width >= 360 ? 190 : 206;
    return companies.reduce((height, { company }) => height + rowOf(company.name), around);
  },
  csv: comparisonCsv,
  picture: rankingPicture,
  pin: pinComparison,
  gallery: {
    title: 'Ranking table',
    about: 'Companies by what they are worth, each value with its day, its change in a year and its source.',
    path: '/api/v1/embed/company-data-ranking/',
    several: true,
    height: 520,
    samples: [
      { title: 'Usual', data: comparisons.usual, screens: 'all' },
      { name: 'dark', title: 'Dark', data: comparisons.usual, look: dark },
      { name: 'german', title: 'German', data: comparisons.usual, look: german },
      {
        name: 'arabic',
        title: 'Arabic, right to left',
        data: comparisons.usual,
        look: arabic,
        screens: 'one',
      },
      { name: 'ten', title: 'Ten companies', data: comparisons.ten },
      {
        name: 'gaps',
        title: 'A company without values, and one in another currency',
        data: comparisons.gaps,
      },
      { name: 'none', title: 'No value', data: comparisons.none },
    ],
  },
};
