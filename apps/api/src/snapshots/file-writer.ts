import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file that is being written: rows go in as JSON text. */
export interface FileWriter {
  add(texts: string[]): Promise<void>;
  /** Completes the file. */
  close(): Promise<Digest>;
}

export interface Digest {
  bytes: number;
  sha256: string;
}

/** Writes what a stream returns into a new file, and counts and hashes it on the way. */
export function openFile(path: string, source: Duplex) {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(source, counted, createWriteStream(path, { flags: 'wx' }));
  // Whoever waits for the end gets the error.
  written.catch(() => {});
  return {
    written,
    close: async (): Promise<Digest> => {
      await written;
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}
