import { datasetPlotView } from '../../chart/dataset-plot.ts';
import { datasetView, type DatasetView } from '../../chart/dataset.ts';
import { endsView, endsWidth, hasEnds, leastEnds } from '../../chart/ends.ts';
import { laneKeys } from '../../chart/legend.ts';
import { notesOf } from '../../chart/notes.ts';
import { rangesView } from '../../chart/ranges.ts';
import { dayName, readingsOf } from '../../chart/reading.ts';
import { papersOf, shadeOf } from '../../chart/look.ts';
import { svg } from '../../text/markup.ts';
import type { Look } from '../../inputs/options.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { plainText } from '../../text/text.ts';
import { withoutPlot, type Picture } from '../widget.ts';
import { datasetSources, type DatasetChartData } from './data.ts';
import { shortNames, titleOf } from './names.ts';
import { datasetSummary, emptyWords, estimateWords, noteWords, scaleWords, unitWords } from './words.ts';

/** The greatest width of the names at the ends of the lines: pixels, and a share of the picture. */
const WIDEST = 330;
const SHARE = 0.36;

export function datasetPicture(data: DatasetChartData, look: Look, room: number): Picture {
  const view = datasetView(data, papersOf(look));
  const sheet = sheetOf(room, look);
  const shade = shadeOf(look);
  const colourOf = ({ colours }: { colours: readonly [string, string] }) => colours[shade];
  const estimates = view ? estimateWords(view) : undefined;
  const words = [
    sheet.before(plainText(data.description ?? '')),
    unitWords(data.unit),
    ...scaleWords(data, view),
  ];
  const base = {
    ...withoutPlot,
    title: titleOf(data),
    unit: data.unit,
    sources: datasetSources(data),
    empty: emptyWords(),
  };
  const subtitle = (more: readonly string[]) => [...words, ...more].filter((text) => text !== '').join('. ');
  if (!view) return { ...base, subtitle: subtitle([]), summary: emptyWords(), notes: [] };
  const readings = readingsOf(view, data.unit, view.latest);
  const isDated = readings.some(({ when }) => when !== '');
  const texts = shortNames(data).map((name, i) => {
    const { value, when } = readings[i]!;
    return [`${sheet.before(name)}:`, value, when].filter((text) => text !== '').join(' ');
  });
  const { entries, lines } = laneKeys(view, texts, { room, sheet, colourOf });
  return {
    ...base,
    subtitle: subtitle(isDated ? [] : [dayName(view, undefined)]),
    summary: datasetSummary(data, view),
    frame: view.frame,
    keys: entries,
    lines,
    notes: [
      ...notesOf(view).map((note) => `${note.number}. ${noteWords(note)}`),
      ...(estimates ? [estimates] : []),
    ],
    plot: (pen) => svg`${rangesView(view, pen)}${datasetPlotView(view, data, { pen, colourOf })}`,
    ...(hasEnds(view) && { ends: endsOf(view, data, room, colourOf) }),
  };
}

/** Returns the names, values and days at the ends of the lines, which replace the legend where there is room. */
function endsOf(
  view: DatasetView,
  data: DatasetChartData,
  across: number,
  colourOf: Parameters<typeof endsView>[2]['colourOf'],
) {
  const names = shortNames(data);
  const readings = readingsOf(view, data.unit, view.latest);
  const width = endsWidth(names, readings, Math.min(WIDEST, across * SHARE));
  const texts = { names, room: readings, width };
  return {
    width,
    least: leastEnds(texts),
    view: (height: number) =>
      endsView(view, readings, { ...texts, height, colourOf, pen: { width, height } }) ?? [],
  };
}
