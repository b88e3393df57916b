import { legendMarks } from '../../chart/legend.ts';
import { coloursOf, shadeOf } from '../../look.ts';
import type { Look } from '../../options.ts';
import { sheetOf } from '../../chart/sheet.ts';
import type { Picture } from '../widget.ts';
import type { ValuationData } from './data.ts';
import { latestOf, valuationPlot, valuationView } from './view.ts';
import { emptyWords, leftOutWords, readingWords, subtitleWords, summaryOf, titleOf } from './words.ts';

export function valuationPicture(data: ValuationData, look: Look, room: number): Picture {
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
