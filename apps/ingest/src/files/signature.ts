/** The first bytes, in hexadecimal digits, of files that are not text, and what these are. */
const SIGNATURES: [begins: RegExp, is: string][] = [
  [/^504b(?:0304|0506)/, 'a ZIP archive, or a spreadsheet or text document (.xlsx, .docx)'],
  [/^425a683[1-9]3141/, 'compressed by bzip2'],
  [/^fd377a585a00/, 'compressed by xz'],
  [/^28b52ffd/, 'compressed by zstd'],
  [/^377abcaf/, 'a 7-Zip archive'],
  [/^1f8b/, 'compressed by gzip twice'],
  [/^d0cf11e0/, 'an old spreadsheet or text document (.xls, .doc)'],
  [/^255044462d/, 'a PDF'],
  [/^53514c69746520666f726d6174203300/, 'a database of SQLite'],
];

/** Returns whether a file begins as a ZIP archive, as spreadsheets do. */
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;

/** Bytes that a signature needs. */
export const SIGNATURE_LENGTH = 16;

/** Returns the encoding of a file that begins as UTF-16 without a mark: its Latin letters have a zero byte each. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [...head.subarray(0, SIGNATURE_LENGTH)].flatMap((byte, i) => (byte === 0 ? [i % 2] : []));
  if (zeros.length === 0 || head[0] === 0xff || head[0] === 0xfe) return undefined;
  if (zeros.every((place) => place === 1)) return 'utf-16le';
  return zeros.every((place) => place === 0) ? 'utf-16be' : undefined;
}

/** Returns why a file with this beginning is not text, or undefined when it may be. */
export function notText(head: Uint8Array): string | undefined {
  const begins = Buffer.from(head.subarray(0, SIGNATURE_LENGTH)).toString('hex');
  const found = SIGNATURES.find(([signature]) => signature.test(begins));
  return found && `wrong format: the file is ${found[1]}; unpack it, or save it as text, such as CSV`;
}
