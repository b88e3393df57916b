/** The media types of pictures that the service stores and serves, by file extension. */
export const pictureTypes = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;
export type PictureType = keyof typeof pictureTypes;

const FILE = /^(?<id>[0-9a-f]{64})\.(?<type>[a-z]+)$/;
const FOLDER = '/assets/';

/** Returns the path of a picture. `id` is the SHA-256 of its bytes in lowercase hex. */
export const picturePath = (id: string, type: PictureType): string => `${FOLDER}${id}.${type}`;

/** Returns the id and media type in the file name of a picture; undefined for any other name. */
export function readPictureFile(name: string): { id: string; mediaType: string } | undefined {
  const { id, type } = FILE.exec(name)?.groups ?? {};
  if (id === undefined || !Object.hasOwn(pictureTypes, type!)) return undefined;
  return { id, mediaType: pictureTypes[type as PictureType] };
}

/** Returns the id in a path that `picturePath` made; undefined for any other path. */
export const pictureId = (path: string): string | undefined =>
  path.startsWith(FOLDER) ? readPictureFile(path.slice(FOLDER.length))?.id : undefined;
