import { inflateSync } from 'node:zlib';

/** The maximum size of a PNG that is embedded as it is. */
const MAX_PIXELS = 40_000_000;
/** The maximum size of a PNG that must be decoded first, which takes memory and time for each pixel. */
const MAX_DECODED = 8_000_000;

/** The number of samples per pixel, by colour type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const WITH_ALPHA = [4, 6];
const INDEXED = 3;

/** The start and the step of each pass of an interlaced picture. Source: PNG specification, section 8.2. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Png {
  width: number;
  height: number;
  bits: number;
  colour: number;
  isInterlaced: boolean;
  isIndexedWithAlpha: boolean;
  data: Buffer;
}

/**
 * Returns true if a PNG is safe to embed. The PDF library does not validate the file: a wrong length would make it loop
 * forever, and wrong pixel data would crash the process.
 */
export function isSoundPng(bytes: Buffer): boolean {
  const png = readChunks(bytes);
  if (!png) return false;
  const { width, height, bits, colour, isInterlaced, isIndexedWithAlpha } = png;
  const samples = SAMPLES[colour];
  const isDepth =
    bits === 8 || (bits === 16 && colour !== INDEXED) || (bits < 8 && samples === 1 && !isInterlaced);
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(bits) || !isDepth) return false;
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) return false;
  const mustBeDecoded = WITH_ALPHA.includes(colour) || isInterlaced || isIndexedWithAlpha;
  return (
    !mustBeDecoded || (bits >= 8 && width * height <= MAX_DECODED && hasPixels(png, (samples * bits) / 8))
  );
}

/** Reads the header and the data of a PNG. Returns undefined unless all chunks are complete up to the end. */
function readChunks(bytes: Buffer): Png | undefined {
  let head: Omit<Png, 'data' | 'isIndexedWithAlpha'> | undefined;
  let hasAlpha = false;
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (chunk.length < length || (name === 'IHDR') !== (at === 8)) return undefined;
    if (name === 'IHDR') {
      if (length !== 13) return undefined;
      head = {
        width: chunk.readUInt32BE(0),
        height: chunk.readUInt32BE(4),
        bits: chunk[8]!,
        colour: chunk[9]!,
        isInterlaced: chunk[12] === 1,
      };
    }
    if (name === 'tRNS') hasAlpha = true;
    if (name === 'IDAT') data.push(chunk);
    if (name === 'IEND' && head) {
      return { ...head, isIndexedWithAlpha: hasAlpha && head.colour === INDEXED, data: Buffer.concat(data) };
    }
    at += 12 + length;
  }
  return undefined;
}

/** Returns true if the data contain every row, each with a valid filter. */
function hasPixels({ width, height, isInterlaced, data }: Png, pixelBytes: number): boolean {
  const passes = isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const);
  const sizes = passes.map(([x, y, dx, dy]) => ({
    rows: Math.max(0, Math.ceil((height - y) / dy)),
    length: Math.max(0, Math.ceil((width - x) / dx)) * pixelBytes + 1,
  }));
  const whole = sizes.reduce((sum, { rows, length }) => sum + (length > 1 ? rows * length : 0), 0);
  let pixels: Buffer;
  try {
    pixels = inflateSync(data, { maxOutputLength: whole });
  } catch {
    return false;
  }
  if (pixels.length !== whole) return false;
  let at = 0;
  for (const { rows, length } of sizes) {
    if (length === 1) continue;
    for (let row = 0; row < rows; row++, at += length) if (pixels[at]! > 4) return false;
  }
  return true;
}
