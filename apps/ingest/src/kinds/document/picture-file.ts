import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { picturePath, pictureTypes, type PictureType } from '@dossier/shared';
import { imageSize } from 'image-size';
import { LoadError } from '../../rows/types.ts';
import type { ReferencedFile } from '../../files/referenced-file.ts';

/** A picture of a document. Its bytes stay in the file until they are stored. */
export interface Picture {
  /** SHA-256 of the bytes, lowercase hex. */
  id: string;
  media_type: string;
  /** The address at which the API serves it, without the host. */
  url: string;
  /** In pixels, as shown. Null if the file does not state them. */
  dimensions: { width: number | null; height: number | null };
  read: () => Promise<Buffer>;
}

const MAX_BYTES = 5 * 1024 * 1024;
/** The file extensions of pictures. */
export const pictureExtensions = new Set(['.svg', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif']);

/**
 * Reads a picture of at most 5 MB, or returns why it is rejected. Both its name and its content must be
 * valid for a picture.
 */
export async function readPicture(file: ReferencedFile): Promise<Picture | { problem: string }> {
  if (!pictureExtensions.has(extname(file.path).toLowerCase()))
    return { problem: 'its name is not that of a picture' };
  if (file.size > MAX_BYTES) return { problem: 'it is larger than 5 MB' };
  const bytes = await file.read();
  if (bytes.length > MAX_BYTES) return { problem: 'it is larger than 5 MB' };
  const type = pictureType(bytes);
  if (!type) return { problem: 'its content is not that of a picture (SVG, PNG, JPEG, GIF, WebP, AVIF)' };
  const id = sha256(bytes);
  return {
    id,
    media_type: pictureTypes[type],
    url: picturePath(id, type),
    dimensions: measure(bytes),
    read: async () => {
      const again = await file.read();
      if (sha256(again) !== id) throw new LoadError(`${file.path} changed while it was being loaded.`);
      return again;
    },
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the type of a picture by its first bytes, or by its first element for SVG. */
export function pictureType(bytes: Buffer): PictureType | undefined {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 3) === '\xff\xd8\xff') return 'jpg';
  if (/^GIF8[79]a/.test(at(0, 6))) return 'gif';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (at(4, 8) === 'ftyp' && /^avi[fs]/.test(at(8, 12))) return 'avif';
  return isSvg(bytes) ? 'svg' : undefined;
}

function isSvg(bytes: Buffer): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  // What may come before the first element of XML, matched one item at a time.
  const prologue = /\s+|<\?[^]*?\?>|<!--[^]*?-->|<!doctype[^[>]*(?:\[[^\]]*\]\s*)?>/iy;
  let start = 0;
  while (prologue.test(text)) start = prologue.lastIndex;
  return /^<svg[\s>/]/.test(text.slice(start, start + 5));
}

function measure(bytes: Buffer): Picture['dimensions'] {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    // From 5 on, EXIF orientations turn the picture by a quarter.
    const [shownWidth, shownHeight] = orientation >= 5 ? [height, width] : [width, height];
    return { width: pixels(shownWidth), height: pixels(shownHeight) };
  } catch {
    return { width: null, height: null };
  }
}

const pixels = (length: number | undefined): number | null => {
  const rounded = Math.round(length ?? 0);
  return rounded >= 1 && Number.isSafeInteger(rounded) ? rounded : null;
};
