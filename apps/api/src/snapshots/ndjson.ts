import { createGzip } from 'node:zlib';
import { openFile, type FileWriter } from './file-writer.ts';

/** Writes rows as JSON lines, compressed with gzip. */
export async function openNdjson(path: string): Promise<FileWriter> {
  const gzip = createGzip({ level: 6 });
  const { written, close } = openFile(path, gzip);
  return {
    add: async (texts) => {
      // Waits while the file is slower than the database, so that memory stays flat.
      if (!gzip.write(`${texts.join('\n')}\n`)) await Promise.race([drained(gzip), written]);
    },
    close: async () => {
      gzip.end();
      return close();
    },
  };
}

const drained = (stream: NodeJS.WritableStream) =>
  new Promise<void>((resolve) => stream.once('drain', resolve));
