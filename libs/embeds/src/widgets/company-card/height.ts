import { textsHeight } from '../../parts/texts-height.ts';
import type { ValuationData } from '../valuation-chart/data.ts';
import { titleOf } from '../valuation-chart/words.ts';

/** Pixels: the usual height, and how many of them a title of three lines takes from the drawing. */
const USUAL = 250;
const SPARE = 54;

/** Returns the pixels of height that the card needs in a frame of this width: more only for a long name. */
export const cardHeight = (data: ValuationData, width: number): number =>
  USUAL + Math.max(0, textsHeight({ ...data, editorial: undefined }, titleOf(data), width) - SPARE);
