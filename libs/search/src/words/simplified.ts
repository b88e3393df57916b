import { createRequire } from 'node:module';

type Convert = (text: string) => string;
/** The part of the package that is used. Its own types do not resolve in Node's module system. */
interface OpenCc {
  Converter: (options: { from: 't'; to: 'cn' }) => Convert;
}

const HAN = /^\p{sc=Han}$/u;
const known = new Map<string, string>();
let convert: Convert | undefined;

/**
 * Returns a single Chinese character in its simplified form, and every other text unchanged, so that `騰訊` and `腾讯` match.
 * Characters of Japanese that are also traditional Chinese ones change too, in texts and in queries alike. The tables are
 * those of OpenCC; they are loaded with the first such character.
 */
export function simplified(text: string): string {
  if (!HAN.test(text)) return text;
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  convert ??= loadConverter();
  const simple = convert(text);
  known.set(text, simple);
  return simple;
}

function loadConverter(): Convert {
  const { Converter } = createRequire(import.meta.url)('opencc-js/t2cn') as OpenCc;
  return Converter({ from: 't', to: 'cn' });
}

/** Returns a text with every Chinese character in its simplified form. */
export const simplifiedAll = (text: string): string => text.replace(/\p{sc=Han}/gu, simplified);
