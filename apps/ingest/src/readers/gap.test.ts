import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findKind } from '../kinds/index.ts';
import type { Parsed } from '../rows/types.ts';
import { collect, temporaryFolder, type Folder } from '../testing/files.ts';
import { readFiles } from './open.ts';

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function rows(name: string, content: string | Uint8Array): Promise<Parsed[]> {
  const [item] = await collect(readFiles(findKind('news')!, [folder.write(name, content)], { maxGap: 1 }));
  return collect(item!.rows as AsyncIterable<Parsed>);
}

const MILLION = 1_000_000;
const REASON =
  /^unreadable file: 1 MB hold no whole record, so the rest of the file is not read; .*--max-gap$/;

it.each([
  ['blank lines of gzip', 'a.ndjson.gz', gzipSync(`{"url":"a"}\n${'\n'.repeat(3 * MILLION)}{"url":"b"}\n`)],
  ['one line', 'a.ndjson', `{"url":"a"}\n{"url":"${'b'.repeat(3 * MILLION)}"}\n`],
  ['one row', 'a.csv', `headline,import\na,A\nb,"${'b'.repeat(3 * MILLION)}"\n`],
  ['one value', 'a.json', `[{"url":"a"},{"url":"${'b'.repeat(3 * MILLION)}"}]`],
])('a file whose rest is %s is read as far as its last record', async (_, name, content) => {
  const read = await rows(name, content);
  expect(read).toHaveLength(1);
  expect(read[0]).toMatchObject({
    row: expect.any(Number),
    reason: expect.stringMatching(REASON),
    hidesRows: true,
  });
});

it('a long file of short records is read whole', async () => {
  // Longer than the gap.
  const read = await rows('a.ndjson.gz', gzipSync('{"url":"a"}\n'.repeat(100_000)));
  expect(read.filter((row) => 'reason' in row)).toEqual([]);
  expect(read).toHaveLength(100_000);
});
