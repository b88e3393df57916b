import { papersOf, shadeOf } from '../../look.ts';
import type { Look } from '../../options.ts';
import { say } from '../../words/say.ts';
import { withoutPlot, type Picture } from '../widget.ts';
import { leftOutWords, scatterSummary, shownDots, sourcesOf, type ScatterChartData } from './data.ts';
import { titleOfAxes } from './measures.ts';
import { axesWords, scatterPlot, scatterView } from './plot.ts';

export function scatterPicture(data: ScatterChartData, look: Look): Picture {
  const view = scatterView(data, papersOf(look));
  const shade = shadeOf(look);
  return {
    ...withoutPlot,
    title: titleOfAxes(data),
    subtitle: axesWords(data, view),
    summary: scatterSummary(data),
    unit: data.y.unit,
    notes: leftOutWords(data),
    sources: sourcesOf(shownDots(data)),
    empty: say('There are no values to show.'),
    ...(view && {
      frame: view.frame,
      plot: (pen) => [scatterPlot(view, { pen, colourOf: ({ colours }) => colours[shade] })],
    }),
  };
}
