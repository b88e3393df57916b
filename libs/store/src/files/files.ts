import type { Readable } from 'node:stream';

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where copies of the data are kept: a folder, or a bucket of S3. Names have slashes between folders. */
export interface Files {
  /** Returns the names of all files; none if the place does not exist. */
  list(): Promise<string[]>;
  /** Opens a file, or a part of it. @throws FilesError */
  read(name: string, range?: ByteRange): Promise<Readable>;
  /** Moves a file of this machine there. It appears when it is complete. @throws FilesError */
  move(path: string, name: string): Promise<void>;
  /** Deletes a file, if it exists. @throws FilesError */
  remove(name: string): Promise<void>;
  /** Creates a folder on this machine, for files that are moved there when they are complete. */
  stage(): Promise<string>;
  /** Closes all connections. */
  close(): void;
}

/** A store of files that does not work. The message names the place and the remedy. */
export class FilesError extends Error {
  override name = 'FilesError';
  /** Set if the place works, and has no such file. */
  isMissing = false;
}

/** Returns the error of a file that does not exist. */
export const missing = (name: string, cause: unknown): FilesError =>
  Object.assign(new FilesError(`There is no file ${name}.`, { cause }), { isMissing: true });

/** Returns whether a place is a bucket, such as `s3://backups/dossier`. */
export const isBucket = (place: string): boolean => /^s3:\/\//i.test(place);

export type Environment = Record<string, string | undefined>;
