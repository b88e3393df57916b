import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';

/**
 * The font faces. Source Serif covers Latin, Greek and Cyrillic. DejaVu is used for other characters, for code and for
 * the text of drawings.
 */
export const faces = {
  regular: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  italic: '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  bold: '@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf',
  boldItalic: '@expo-google-fonts/source-serif-4/700Bold_Italic/SourceSerif4_700Bold_Italic.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  sans: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  sansBold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
} as const;
export type Face = keyof typeof faces;

/** Text of one face. */
export interface Cut {
  text: string;
  face: Face;
}

/** Returns the path of a face's font file. */
export const faceFile = (face: Face): string => createRequire(import.meta.url).resolve(faces[face]);

/** Replaces a character that no face has. */
export const UNKNOWN = '□';

/** Matches right-to-left scripts. Some faces have their letters, but lines are only set from left to right. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Matches characters that only control how others look. */
const INVISIBLE = /[\p{Cc}\p{Cf}\ufe00-\ufe0f]/gu;

export interface Fonts {
  /** Splits text by the face that has its characters: the wanted one, else a fallback, else `UNKNOWN`. */
  cut(text: string, wanted: Face): Cut[];
}

/** Opens the fonts of one document. Reads a font file when its face is first used. */
export function openFonts(): Fonts {
  const open = new Map<Face, Font>();
  const has = (face: Face, character: string): boolean => {
    let font = open.get(face);
    if (!font) open.set(face, (font = openSync(faceFile(face))));
    return font.hasGlyphForCodePoint(character.codePointAt(0)!);
  };
  const faceOf = (character: string, wanted: Face): Face | undefined => {
    if (RIGHT_TO_LEFT.test(character)) return undefined;
    const standIn: Face =
      wanted === 'bold' || wanted === 'boldItalic' || wanted === 'sansBold' ? 'sansBold' : 'sans';
    return ([wanted, standIn, 'sans'] as const).find((face) => has(face, character));
  };
  return {
    cut: (text, wanted) => {
      const cuts: Cut[] = [];
      for (const character of shown(text)) {
        const face = character === '\n' ? wanted : faceOf(character, wanted);
        const cut: Cut = face ? { text: character, face } : { text: UNKNOWN, face: 'sans' };
        const last = cuts.at(-1);
        if (last?.face === cut.face) last.text += cut.text;
        else cuts.push(cut);
      }
      return cuts;
    },
  };
}

/** Removes invisible characters, and replaces every space except the no-break space with a plain one. */
const shown = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\u00a0\u202f]+/g, ' ')
    .replace(/\u202f/g, '\u00a0')
    .replace(/\u2011/g, '-')
    .replace(INVISIBLE, (character) => (character === '\n' ? character : ''));
