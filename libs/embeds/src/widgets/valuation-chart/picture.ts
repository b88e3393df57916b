import { drawable, frameOf, marksOf } from '../../chart/frame.ts';
import { legendMarks } from '../../chart/legend.ts';
import { plotView } from '../../chart/plot.ts';
import type { Picture } from '../widget.ts';
import type { ValuationData } from './data.ts';
import { EMPTY, leftOutWords, subtitleOf, summaryOf, titleOf } from './words.ts';

export function valuationPicture(data: ValuationData): Picture {
  const points = drawable(data.points);
  const frame = points.length > 0 ? frameOf(points) : undefined;
  return {
    title: titleOf(data),
    subtitle: subtitleOf(points, data.currency),
    summary: summaryOf(data, points),
    unit: data.currency,
    frame,
    keys: legendMarks(points),
    lines: 1,
    empty: EMPTY,
    notes: leftOutWords(data),
    sources: points.map(({ source }) => source).reverse(),
    plot: ({ width }) =>
      frame ? plotView(frame, marksOf(points, frame), data.currency, undefined, width) : [],
  };
}
