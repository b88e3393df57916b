import type { Look } from '../inputs/options.ts';
import { svg, type Markup } from '../text/markup.ts';
import { shortNumber } from './pen.ts';
import { directionOf } from '../words/index.ts';

/**
 * Characters around a text in a picture from right to left. They set its direction: right to left, or that of its first
 * letter. Programs other than browsers ignore the property `direction`.
 */
const [RIGHT_TO_LEFT, OF_FIRST_LETTER, END] = ['\u2067', '\u2068', '\u2069'];
/** Ends a name in Latin letters, so that the sign and the number after it do not belong to it. */
const MARK = '\u200f';

type TextAt = {
  /** Pixels from the side where lines start, and from the top. */
  x: number;
  y: number;
  className?: string | undefined;
  /** True for a text that ends at `x`. */
  ends?: boolean;
  /** True for a text from data, which may be in another language. */
  isForeign?: boolean;
};

/** Places texts and boxes of a picture from the side where lines start: the left, or the right in Arabic. */
export type Sheet = {
  text(at: TextAt, text: string): Markup;
  /** Returns a text from data for use before words of ours. */
  before(name: string): string;
  /** Returns the pixels from the left of a box `width` pixels wide that is `x` pixels from the start. */
  left(x: number, width?: number): number;
};

/** Returns the sheet of a picture, or of a part of it. @param whole its width in pixels */
export function sheetOf(whole: number, { locale }: Look): Sheet {
  const isMirrored = directionOf(locale) === 'rtl';
  const left = (x: number, width = 0) => (isMirrored ? whole - x - width : x);
  return {
    left,
    before: (name) => (isMirrored && name !== '' ? name + MARK : name),
    text({ x, y, className, ends = false, isForeign = false }, text) {
      const anchor = ends === isMirrored ? undefined : 'end';
      const [before, after] = isMirrored ? [isForeign ? OF_FIRST_LETTER : RIGHT_TO_LEFT, END] : ['', ''];
      return svg`<text class=${className} x=${shortNumber(left(x))} y=${shortNumber(y)} text-anchor=${anchor}>${before + text + after}</text>`;
    },
  };
}
