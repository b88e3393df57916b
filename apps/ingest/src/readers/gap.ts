import { UnreadableFile } from '../files/source.ts';

/** The most megabytes without a record, unless a load sets another limit. */
export const MAX_GAP = 64;

/** Counts the bytes of a file since its last record, so that a file that goes on without records costs little. */
export interface Gap {
  /** Counts bytes of a file. @throws UnreadableFile when there are too many */
  read: (bytes: number) => void;
  /** Passes the records of a file on. */
  records: <T>(records: AsyncIterable<T>) => AsyncIterable<T>;
}

/** @param most megabytes, after decompression */
export function openGap(most = MAX_GAP): Gap {
  let since = 0;
  return {
    read: (bytes) => {
      since += bytes;
      if (since <= most * 1e6) return;
      throw new UnreadableFile(
        `${most} MB hold no whole record, so the rest of the file is not read; correct it, or raise --max-gap`,
      );
    },
    records: async function* (records) {
      for await (const record of records) {
        since = 0;
        yield record;
      }
    },
  };
}
