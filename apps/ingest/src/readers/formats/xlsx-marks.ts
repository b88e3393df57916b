import { plainHtml } from '../../texts/convert.ts';

/**
 * Returns the texts of a spreadsheet with raised, lowered or deleted parts, by their number, as `plainHtml` reads such
 * parts: a note mark stays apart from its number, and deleted text is left out.
 * @param name the element of a text: `si` in the table of texts, `is` in a cell
 */
export function markedTexts(xml: string, name: 'si' | 'is'): Map<number, string> {
  const texts = new Map<number, string>();
  if (!MARK.test(xml)) return texts;
  const all = xml.matchAll(new RegExp(`<${name}\\b[^>]*?(?:/>|>([^]*?)</${name}>)`, 'g'));
  let place = 0;
  for (const [, text = ''] of all) {
    if (MARK.test(text)) texts.set(place, plainHtml([...text.matchAll(RUN)].map(htmlOf).join('')));
    place++;
  }
  return texts;
}

const MARK = /<vertAlign\b[^>]*\bval="su[bp]|<strike\b(?![^>]*\bval="(?:0|false)")/;
const RUN = /<r>([^]*?)<\/r>/g;

function htmlOf([, run]: RegExpMatchArray): string {
  const text = [...run!.matchAll(/<t\b[^>]*>([^<]*)<\/t>/g)].map(([, each]) => each).join('');
  const mark = MARK.exec(run!)?.[0];
  const tag = mark?.startsWith('<strike') ? 's' : /val="(su[bp])/.exec(mark ?? '')?.[1];
  return tag === undefined ? text : `<${tag}>${text}</${tag}>`;
}

/** Returns the numbers of the styles that strike a whole cell through. */
export function deletedStyles(xml: string): Set<number> {
  const [fonts = '', styles = ''] = ['fonts', 'cellXfs'].map(
    (name) => new RegExp(`<${name}\\b[^>]*>([^]*?)</${name}>`).exec(xml)?.[1],
  );
  const struck = new Set(
    [...fonts.matchAll(/<font\b[^>]*?(?:\/>|>([^]*?)<\/font>)/g)].flatMap(([, font = ''], place) =>
      /<strike\b/.test(font) && MARK.test(font) ? [place] : [],
    ),
  );
  const used = [...styles.matchAll(/<xf\b[^>]*?\bfontId="(\d+)"|<xf\b/g)];
  return new Set(used.flatMap(([, font], style) => (struck.has(Number(font ?? 0)) ? [style] : [])));
}
