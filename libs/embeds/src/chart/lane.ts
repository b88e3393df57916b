import type * as z from 'zod/mini';
import type { Pair } from './colour.ts';
import type { Mark } from './frame.ts';
import type { Period } from './periods.ts';
import type { datasetDrawing, datasetPoint, datasetSeries } from './schema.ts';

export type DatasetPoint = z.infer<typeof datasetPoint>;
export type DatasetSeries = z.infer<typeof datasetSeries>;
export type DatasetDrawing = z.infer<typeof datasetDrawing>;

/** A position of a stacked area, in percent of the plot: its bottom and its top. */
export type Band = { x: number; bottom: number; top: number };

/** One dataset with its marks. `stretches` are the runs of marks between gaps. */
export type Lane = {
  series: DatasetSeries;
  /** The position among the datasets, which selects the marker's shape. */
  index: number;
  colours: Pair;
  marks: Mark[];
  stretches: Mark[][];
  /** What the dataset's own days represent, by which they are named. */
  period: Period;
  /** The outline of a stacked area. */
  bands?: Band[];
};
