import type { Span } from '@dossier/shared';
import type { Cut, Face, Fonts } from './fonts.ts';

/** A part of a line in one look. */
export interface Piece extends Cut {
  /** An http, https or mailto address, or `#` and the id of a section. */
  link?: string | undefined;
}

/** The look of a block's text without its spans. */
export interface Look {
  bold?: boolean;
  italic?: boolean;
}

/** Splits a text at its spans and wherever the face changes. Offsets are UTF-16 code units, as in the API. */
export function piecesOf(text: string, spans: Span[], fonts: Fonts, look: Look = {}): Piece[] {
  const borders = new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]);
  const offsets = [...borders].filter((offset) => offset <= text.length).sort((a, b) => a - b);
  return offsets.slice(0, -1).flatMap((start, i) => {
    const end = offsets[i + 1]!;
    const around = spans.filter((span) => span.start <= start && span.end >= end);
    const has = (type: Span['type']) => around.some((span) => span.type === type);
    const face = faceOf(has('code'), look.bold || has('strong'), (look.italic ?? false) !== has('emphasis'));
    const url = around.find(({ type }) => type === 'link')?.data?.url;
    const link = url !== undefined && /^(?:https?:|mailto:|#)/i.test(url) ? url : undefined;
    return fonts.cut(text.slice(start, end), face).map((cut) => ({ ...cut, link }));
  });
}

/** Returns the face of a text. Emphasis within italic text is upright. */
function faceOf(code: boolean, bold: boolean | undefined, italic: boolean): Face {
  if (code) return 'mono';
  if (bold) return italic ? 'boldItalic' : 'bold';
  return italic ? 'italic' : 'regular';
}
