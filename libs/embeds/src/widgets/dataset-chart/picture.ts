import { datasetPlotView } from '../../chart/dataset-plot.ts';
import { datasetView } from '../../chart/dataset.ts';
import { laneKeys, LINE } from '../../chart/legend.ts';
import { notesOf } from '../../chart/notes.ts';
import { papersOf, shadeOf } from '../../look.ts';
import type { Look } from '../../options.ts';
import { plainText } from '../../text.ts';
import type { Picture } from '../widget.ts';
import { datasetSources, type DatasetChartData } from './data.ts';
import { shortNames, titleOf } from './names.ts';
import { datasetSummary, emptyWords, estimateWords, noteWords, scaleWords, unitWords } from './words.ts';

/** The width of a legend entry, in pixels. */
const KEY_WIDTH = 240;

export function datasetPicture(data: DatasetChartData, look: Look, room: number): Picture {
  const view = datasetView(data, papersOf(look));
  const shade = shadeOf(look);
  const across = Math.max(1, Math.floor(room / KEY_WIDTH));
  const estimates = view ? estimateWords(view) : undefined;
  const colourOf = ({ colours }: { colours: readonly [string, string] }) => colours[shade];
  return {
    title: titleOf(data),
    subtitle: [plainText(data.description ?? ''), unitWords(data.unit), ...scaleWords(data, view)]
      .filter((text) => text !== '')
      .join('. '),
    summary: view ? datasetSummary(data, view) : emptyWords(),
    unit: data.unit,
    frame: view?.frame,
    keys: view ? laneKeys(view, shortNames(data), { across, width: KEY_WIDTH, height: LINE, colourOf }) : [],
    lines: Math.ceil((view?.lanes.length ?? 0) / across),
    notes: [
      ...(view ? notesOf(view).map((note) => `${note.number}. ${noteWords(note)}`) : []),
      ...(estimates ? [estimates] : []),
    ],
    sources: datasetSources(data),
    empty: emptyWords(),
    plot: (pen) => (view ? datasetPlotView(view, data, { pen, colourOf }) : []),
  };
}
