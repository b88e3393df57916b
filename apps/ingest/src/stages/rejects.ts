import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reject } from './types.ts';

/** Where rejected rows go: NDJSON, one `{file, row, reason, raw}` a line. */
export interface RejectsFile {
  write(rejects: Reject[]): Promise<void>;
  /** The path, or undefined when nothing was rejected and there is no file. */
  close(): Promise<string | undefined>;
}

/** A file that is made with the first reject; one of that name is replaced. */
export function rejectsFile(path: string): RejectsFile {
  let handle: FileHandle | undefined;
  return {
    write: async (rejects) => {
      if (rejects.length === 0) return;
      if (!handle) {
        await mkdir(dirname(path), { recursive: true });
        handle = await open(path, 'w');
      }
      const line = ({ file, row, reason, raw }: Reject) => `${JSON.stringify({ file, row, reason, raw })}\n`;
      await handle.write(rejects.map(line).join(''));
    },
    close: async () => {
      await handle?.close();
      return handle && path;
    },
  };
}
