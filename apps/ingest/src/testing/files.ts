import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder of files to load. */
export interface Folder {
  path: string;
  /** Writes a file and returns its path; an array is written as NDJSON. */
  write(name: string, content: string | Uint8Array | object[]): string;
  read(name: string): string;
  remove(): void;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'dossier-ingest-'));
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      const isBytes = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(
        file,
        isBytes ? content : content.map((record) => `${JSON.stringify(record)}\n`).join(''),
      );
      return file;
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Yields text in chunks of that size, as a stream does. */
export async function* chunked(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

/** Yields bytes in chunks of that size. */
export async function* chunkedBytes(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
