/** The types of pictures that the service takes in and serves, by the extension of their address. */
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

/** Where the service serves a picture, without its host. `id` is the SHA-256 of its bytes in lowercase hex. */
export const picturePath = (id: string, type: PictureType): string => `${FOLDER}${id}.${type}`;

/** What the name of a picture's file says, or undefined when no picture can have it. */
export function readPictureFile(name: string): { id: string; mediaType: string } | undefined {
  const { id, type } = FILE.exec(name)?.groups ?? {};
  if (id === undefined || !Object.hasOwn(pictureTypes, type!)) return undefined;
  return { id, mediaType: pictureTypes[type as PictureType] };
}

/** The id of the picture behind a path that `picturePath` made, or undefined when it is no such path. */
export const pictureId = (path: string): string | undefined =>
  path.startsWith(FOLDER) ? readPictureFile(path.slice(FOLDER.length))?.id : undefined;
