import { createRequire } from 'node:module';

/**
 * The fonts of PNGs: Inter, Source Serif, and DejaVu for code and for the letters that those two lack, such as Arabic
 * and Hebrew ones.
 */
const FONTS = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  '@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
];
const FAMILIES = { 'sans-serif': 'Inter', serif: 'Source Serif 4', monospace: 'DejaVu Sans Mono' };

/** Matches the beginning of a text with letters that only DejaVu has. */
const DEJAVU_TEXT =
  /<text (?=[^>]*>[^<]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}])/gu;

/**
 * Replaces a list of font families with our font for its generic family, the last entry. A text with letters that this
 * family lacks is in DejaVu: resvg takes each missing letter from the first font that has it, which is never the bold one.
 */
const withOurFamilies = (svg: string) =>
  svg
    .replaceAll(
      /font-family:[^;}]*?\b(sans-serif|serif|monospace)(?=[;}])/g,
      (_, generic: keyof typeof FAMILIES) => `font-family:'${FAMILIES[generic]}'`,
    )
    .replaceAll(DEJAVU_TEXT, `<text style="font-family:'DejaVu Sans'" `);

/** Matches scripts that our fonts lack, such as Chinese. Looking through the machine's fonts takes a second. */
const FOREIGN =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]/u;

/** Returns the paths of our font files. */
export const fontFiles = (): string[] => {
  const { resolve } = createRequire(import.meta.url);
  return FONTS.map((font) => resolve(font));
};

/** Returns whether a drawing has letters that our fonts lack. */
export const needsForeignFonts = (svg: string): boolean => FOREIGN.test(svg);

const fontsFor = (svg: string) => ({
  fontFiles: fontFiles(),
  loadSystemFonts: needsForeignFonts(svg),
  defaultFontFamily: FAMILIES['sans-serif'],
});

/** Returns an SVG of ours with its letters as outlines. */
export async function outlined(svg: string): Promise<string> {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(withOurFamilies(svg), { font: fontsFor(svg) }).toString();
}

/**
 * Draws an SVG of ours as a PNG, outside the main thread. Letters that our fonts lack are drawn with those of the
 * machine, if it has any.
 * @param scale pixels of the PNG for each one of the SVG
 */
export async function renderPng(svg: string, scale: number): Promise<Uint8Array> {
  // Loaded on first use: it is a native library, which most requests do not need.
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(withOurFamilies(svg), {
    fitTo: { mode: 'zoom', value: scale },
    font: fontsFor(svg),
  });
  return image.asPng();
}
