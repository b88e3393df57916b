const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const big = (value: number, length: number) =>
  Array.from({ length }, (_, i) => (value >> (8 * (length - 1 - i))) & 255);
const little = (value: number, length: number) => big(value, length).reverse();

/** The beginnings, which ingest reads, of pictures with that size in pixels. */
export const tinyPictures = {
  svg: (width: number, height: number) =>
    Buffer.from(
      `<?xml version="1.0"?>\n<!-- <svg> -->\n<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>\n`,
    ),
  png: (width: number, height: number) =>
    bytes('\x89PNG\r\n\x1a\n', big(13, 4), 'IHDR', big(width, 4), big(height, 4), [8, 6, 0, 0, 0]),
  gif: (width: number, height: number) => bytes('GIF89a', little(width, 2), little(height, 2), [0, 0, 0]),
  webp: (width: number, height: number) =>
    bytes(
      'RIFF',
      little(22, 4),
      'WEBPVP8X',
      little(10, 4),
      [0, 0, 0, 0],
      little(width - 1, 3),
      little(height - 1, 3),
    ),
  /** `orientation` is the EXIF value: 6 is rotated by a quarter. */
  jpg: (width: number, height: number, orientation = 1) => {
    const tiff = bytes(
      'MM\0*',
      big(8, 4),
      big(1, 2),
      big(0x112, 2),
      big(3, 2),
      big(1, 4),
      big(orientation, 2),
      [0, 0],
      big(0, 4),
    );
    const exif = bytes('Exif\0\0', [...tiff]);
    return bytes(
      [0xff, 0xd8, 0xff, 0xe1],
      big(exif.length + 2, 2),
      [...exif],
      [0xff, 0xc0, 0, 17, 8],
      big(height, 2),
      big(width, 2),
      [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9],
    );
  },
};
