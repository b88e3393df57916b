/** A font that texts are measured for: its size in pixels. */
export type Font = { size: number; bold?: boolean };

/** The fonts of drawings: axes and notes, names and values, subtitles, the newest value, titles and amounts, and figures. */
export const fonts = {
  label: { size: 12 },
  strong: { size: 12, bold: true },
  subtitle: { size: 14 },
  value: { size: 14, bold: true },
  title: { size: 20, bold: true },
  figure: { size: 26, bold: true },
} satisfies Record<string, Font>;

/**
 * Widths of characters in sizes of the font, in DejaVu Sans, the widest font of readers. The first class of a character
 * counts: marks, broad scripts and emoji, narrow letters, less narrow ones, the widest ones, and capitals.
 */
const classes: [RegExp, number][] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}\p{Regional_Indicator}\u3000-\u303f\uff01-\uff60]/u,
    1.1,
  ],
  [/[\s.,:;'’|!iljIJ/]/, 0.33],
  [/[ftr()[\]\-–]/, 0.41],
  [/[MWmw%@—…+<=>]/, 0.95],
  [/[\p{Lu}&]/u, 0.71],
];
const OTHER = 0.63;
const BOLD = 1.12;

/** Returns the estimated width of a text in pixels, which few texts exceed in any font of readers. */
export function widthOf(text: string, { size, bold }: Font): number {
  let sum = 0;
  for (const one of text) sum += classes.find(([type]) => type.test(one))?.[1] ?? OTHER;
  return sum * size * (bold ? BOLD : 1);
}

/** Returns the width of the widest of texts in whole pixels. */
export const widestOf = (texts: readonly string[], font: Font) =>
  Math.ceil(Math.max(0, ...texts.map((text) => widthOf(text, font))));

/** Characters as readers see them: a letter with its marks, or the parts of an emoji. */
const graphemes = new Intl.Segmenter();

/** Breaks a word into parts of at most `width` pixels. */
function broken(word: string, width: number, font: Font): string[] {
  if (widthOf(word, font) <= width) return [word];
  const parts: string[] = [];
  let used = Infinity;
  for (const { segment: one } of graphemes.segment(word)) {
    const wide = widthOf(one, font);
    used += wide;
    if (used <= width) parts[parts.length - 1] += one;
    else {
      parts.push(one);
      used = wide;
    }
  }
  return parts;
}

/** Breaks a text into lines of at most `width` pixels, between its words where possible. */
export function wrapText(text: string, width: number, font: Font): string[] {
  const lines: string[] = [];
  const space = widthOf(' ', font);
  let used = Infinity;
  for (const part of text.split(' ').flatMap((word) => (word === '' ? [] : broken(word, width, font)))) {
    const wide = widthOf(part, font);
    used += space + wide;
    if (used <= width) lines[lines.length - 1] += ` ${part}`;
    else {
      lines.push(part);
      used = wide;
    }
  }
  return lines;
}

/** Cuts a text to `width` pixels. A cut text ends in …. */
export function fitText(text: string, width: number, font: Font): string {
  if (widthOf(text, font) <= width) return text;
  const [first = ''] = broken(text, width - widthOf('…', font), font);
  return `${first.trimEnd()}…`;
}
