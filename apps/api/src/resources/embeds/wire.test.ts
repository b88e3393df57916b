import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { galleryStates } from '@dossier/embeds';
import { startTestApi, type TestApi } from '../../testing/api.ts';

const KILOBYTE = 1000;

describe('the transfer size of an embed', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
  });
  afterAll(() => api.close());

  /** The body as it comes, and the headers. */
  const get = (path: string, encodings = 'gzip, deflate, br, zstd') =>
    new Promise<{ bytes: Buffer; headers: Record<string, unknown> }>((resolve, reject) => {
      const asked = request(api.url + path, { headers: { 'accept-encoding': encodings } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ bytes: Buffer.concat(parts), headers: answer.headers }));
      });
      asked.on('error', reject).end();
    });

  it.each(galleryStates.map(({ id }) => id))(
    'is at most 15 kB for the script and 30 kB in total: %s',
    async (id) => {
      const page = await get(`/embeds/gallery/${id}`);
      expect(page.headers['content-encoding']).toBe('br');
      const html = brotliDecompressSync(page.bytes).toString();
      const [, file] = /<script type="module" src="[^"]*(\/embeds\/[^"/]+)">/.exec(html)!;
      const script = await get(file!);
      expect(script.headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        vary: expect.stringContaining('Accept-Encoding'),
      });
      expect(script.bytes.length).toBeLessThanOrEqual(15 * KILOBYTE);
      expect(page.bytes.length + script.bytes.length).toBeLessThanOrEqual(30 * KILOBYTE);
      const plain = await get(file!, 'identity');
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(brotliDecompressSync(script.bytes).equals(plain.bytes)).toBe(true);
      expect((await get(file!, 'gzip')).headers['content-encoding']).not.toBe('br');
    },
  );

  it('is at most 1 kB for the host script', async () => {
    const { bytes, headers } = await get('/embeds/resize.js');
    expect(headers['content-encoding']).toBe('br');
    expect(bytes.length).toBeLessThanOrEqual(KILOBYTE);
  });
});
