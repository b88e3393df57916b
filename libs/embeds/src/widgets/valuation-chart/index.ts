import { inArabic, inCream, inDark, inGerman, japanese, night, PINNED, withoutValues } from '../looks.ts';
import type { Definition, Picture } from '../widget.ts';
import { drawValuation, pinValuation, valuationCsv, type ValuationData } from './data.ts';
import { valuationChartFace } from './element.ts';
import { packValuations } from './pack.ts';
import { valuations } from './samples.ts';
import { titleOf, emptyWords, leftOutWords, readingWords, subtitleWords, summaryOf } from './words.ts';
import { legendMarks } from '../../chart/legend.ts';
import { coloursOf, shadeOf } from '../../chart/look.ts';
import type { Look } from '../../inputs/options.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { latestOf, valuationPlot, valuationView } from './view.ts';

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

function valuationPicture(data: ValuationData, look: Look, room: number): Picture {
  const { points, view } = valuationView(data);
  const colour = coloursOf(look).line[shadeOf(look)];
  return {
    title: titleOf(data),
    subtitle: view
      ? `${subtitleWords({ ...data, leftOut: [] }, points)}. ${readingWords(latestOf(points, view), view.latest)}`
      : '',
    summary: summaryOf(data, points),
    unit: data.currency,
    frame: view?.frame,
    ...legendMarks(points, room, sheetOf(room, look)),
    empty: emptyWords(),
    notes: leftOutWords(data),
    sources: points.map(({ source }) => source).reverse(),
    plot: (pen) => (view ? valuationPlot(view, data.currency, { pen, colourOf: () => colour }) : []),
  };
}
