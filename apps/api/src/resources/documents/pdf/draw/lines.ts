import type { Face } from './fonts.ts';
import type { Piece } from './inline.ts';

/** Returns the width of a text in points. */
export type Measure = (text: string, face: Face) => number;

export interface Line {
  pieces: (Piece & { width: number })[];
  width: number;
}

/**
 * Breaks text into lines of at most the given width. Lines break at spaces and after hyphens, dashes and slashes. A
 * word breaks only if it is wider than a line.
 */
export function breakLines(pieces: Piece[], width: number, measure: Measure): Line[] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let used = 0;
  let blank: Piece[] = [];
  let word: Piece[] = [];

  const widthOf = (parts: Piece[]) => parts.reduce((sum, { text, face }) => sum + measure(text, face), 0);
  const endLine = () => {
    lines.push(line);
    [line, blank, used] = [[], [], 0];
  };
  const add = (parts: Piece[]) => {
    line.push(...parts);
    used += widthOf(parts);
  };
  const endWord = () => {
    if (word.length === 0) return;
    const needed = widthOf(word);
    if (line.length > 0 && used + widthOf(blank) + needed > width) endLine();
    else add(blank);
    blank = [];
    if (needed <= width) add(word);
    else {
      for (const part of word.flatMap(characters)) {
        if (line.length > 0 && used + widthOf([part]) > width) endLine();
        add([part]);
      }
    }
    word = [];
  };

  for (const piece of pieces) {
    for (const text of piece.text.match(/\n| +|[^ \n–—/-]*[–—/-]+|[^ \n–—/-]+/g) ?? []) {
      const part = { ...piece, text };
      if (text === '\n') {
        endWord();
        endLine();
      } else if (text.startsWith(' ')) {
        endWord();
        if (line.length > 0) blank.push(part);
      } else {
        word.push(part);
        if (/[–—/-]$/.test(text)) endWord();
      }
    }
  }
  endWord();
  if (line.length > 0) endLine();
  return lines.map((parts) => joined(parts, measure));
}

const characters = (piece: Piece): Piece[] => [...piece.text].map((text) => ({ ...piece, text }));

/** Merges adjacent pieces of the same look, which keeps the kerning between their letters. */
function joined(parts: Piece[], measure: Measure): Line {
  const pieces: Piece[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (last?.face === part.face && last.link === part.link) last.text += part.text;
    else pieces.push({ ...part });
  }
  const measured = pieces.map((piece) => ({ ...piece, width: measure(piece.text, piece.face) }));
  return { pieces: measured, width: measured.reduce((sum, piece) => sum + piece.width, 0) };
}
