import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { DocumentContent } from '@dossier/shared';
import type { AssetRow, DocumentRow } from '@dossier/store';
import { usualEngines } from '@dossier/store/testing';
import { load, type LoadOptions } from '../../load/load.ts';
import { chunked, temporaryFolder } from '../../testing/files.ts';
import { placeOn } from '../../testing/place.ts';
import { tinyPictures } from '../../testing/pictures.ts';
import { dump } from '../../testing/rows.ts';
import { documentKind } from './index.ts';

const SVG = tinyPictures.svg(700, 400);
const PNG = tinyPictures.png(20, 10);
const addressOf = (bytes: Buffer, type: string) =>
  `/assets/${createHash('sha256').update(bytes).digest('hex')}.${type}`;

describe.each(usualEngines)('pictures of documents on %s', (engine) => {
  const place = placeOn(engine, 'outbox', 'documents', 'assets');

  const run = (path: string, options: LoadOptions = {}) =>
    load({ db: place.db, kind: documentKind, paths: [path], options });
  const page = (name: string, body: string, image?: string) =>
    place.folder.write(name, `---\ndate: 2024-01-02\n${image ? `image: ${image}\n` : ''}---\n\n${body}\n`);
  const assets = () => place.db<AssetRow>('assets').orderBy('id');
  async function stored(slug: string) {
    const row = (await place.db('documents').where({ slug }).first()) as DocumentRow;
    const body = (await place.db('document_bodies').where({ document_id: row.id }).first()) as {
      content_json: string;
    };
    const { sections } = JSON.parse(body.content_json) as DocumentContent;
    const elements = sections.flatMap((section) => section.elements);
    return { row, elements, images: elements.filter((element) => element.type === 'image') };
  }

  it('stores pictures with their document, with a content hash and dimensions', async () => {
    place.folder.write('deep/images/chart.svg', SVG);
    place.folder.write('deep/photo one.png', PNG);
    page(
      'deep/a.md',
      'Text.\n\n![Alt](images/chart.svg "Caption")\n\n![Two](./photo%20one.png?v=2#x)',
      'images/chart.svg',
    );
    expect(await run(place.folder.path)).toMatchObject({ new: 1, warnings: 0 });
    const { row, images } = await stored('a');
    const svg = addressOf(SVG, 'svg');
    const png = addressOf(PNG, 'png');
    expect(row.preview_image).toBe(svg);
    expect(images).toEqual([
      {
        type: 'image',
        id: 'image-1',
        url: svg,
        dimensions: { width: 700, height: 400 },
        srcset: { small: svg, medium: svg, large: svg, original: svg },
        caption: 'Caption',
      },
      expect.objectContaining({ url: png, dimensions: { width: 20, height: 10 } }),
    ]);
    expect((await assets()).map(({ media_type, body }) => [media_type, Buffer.from(body)])).toEqual(
      [
        ['image/svg+xml', SVG],
        ['image/png', PNG],
      ].sort(([, a], [, b]) => (addressOf(a as Buffer, '') < addressOf(b as Buffer, '') ? -1 : 1)),
    );
  });

  it('changes a document only when the bytes of its pictures change', async () => {
    place.folder.write('chart.svg', SVG);
    page('a.md', '![Alt](chart.svg)');
    page('b.md', '![Alt](chart.svg)');
    await run(place.folder.path);
    const before = await dump(place.db);
    expect(before['assets']).toHaveLength(1);
    expect(await run(place.folder.path)).toMatchObject({ unchanged: 2 });
    expect(await dump(place.db)).toEqual(before);

    place.folder.write('chart.svg', PNG);
    expect(await run(place.folder.path)).toMatchObject({ changed: 2 });
    expect((await stored('a')).images).toMatchObject([{ url: addressOf(PNG, 'png') }]);
    // Published addresses stay valid.
    expect(await assets()).toHaveLength(2);
  });

  it('stores no pictures in a dry run', async () => {
    place.folder.write('chart.svg', SVG);
    page('a.md', '![Alt](chart.svg)');
    expect(await run(place.folder.path, { dryRun: true })).toMatchObject({ new: 1 });
    expect(await assets()).toEqual([]);
  });

  it('leaves out missing or unsuitable pictures with a warning', async () => {
    const outside = temporaryFolder();
    try {
      outside.write('secret.png', PNG);
      place.folder.write('docs/x.png', PNG);
      place.folder.write('above.png', PNG);
      place.folder.write('docs/not.png', '<script>');
      place.folder.write(
        'docs/big.gif',
        Buffer.concat([tinyPictures.gif(1, 1), Buffer.alloc(5 * 1024 * 1024)]),
      );
      symlinkSync(join(outside.path, 'secret.png'), join(place.folder.path, 'docs/link.png'));
      symlinkSync(outside.path, join(place.folder.path, 'docs/linked'));
      symlinkSync(join(place.folder.path, 'docs/x.png'), join(place.folder.path, 'docs/within.png'));
      const refused: [string, RegExp][] = [
        ['missing.png', /there is no such file/],
        ['x.png/y.png', /there is no such file/],
        ['../above.png', /outside of the folder/],
        ['%2e%2e/above.png', /outside of the folder/],
        ['../nothing.png', /outside of the folder/],
        [join(outside.path, 'secret.png'), /there is no such file/],
        ['/../above.png', /outside of the folder/],
        ['/linked/secret.png', /outside of the folder/],
        ['\\etc\\x.png', /absolute/],
        ['link.png', /outside of the folder/],
        ['linked/secret.png', /outside of the folder/],
        ['not.png', /content is not that of a picture/],
        ['a.md', /its name is not that of a picture/],
        ['big.gif', /larger than 5 MB/],
        ['%00.png', /cannot be read/],
        ['%.png', /cannot be read/],
      ];
      const images = refused.map(([address]) => `<img src="${address}">`).join('\n\n');
      page('docs/a.md', `Text.\n\n${images}\n\n![Yes](within.png)`, 'missing.png');
      const report = await run(join(place.folder.path, 'docs'));
      expect(report).toMatchObject({
        new: 1,
        rejected: 0,
        warningsBy: { 'picture left out': refused.length + 1, 'files left out': 1 },
      });
      const { row, elements, images: left } = await stored('a');
      expect(row.preview_image).toBeNull();
      expect(elements).toHaveLength(2);
      expect(left).toMatchObject([{ url: addressOf(PNG, 'png') }]);
      expect(JSON.parse(row.metadata_json)).toMatchObject({ total_elements: 2, has_images: true });

      const warned: string[] = [];
      for (const [address, reason] of refused) {
        page('docs/a.md', `<img src="${address}">`);
        const [first, others] = (await run(join(place.folder.path, 'docs'))).firstWarnings;
        expect(first).toMatchObject({ row: 1, warning: expect.stringMatching(reason) });
        expect(others).toMatchObject({ warning: expect.stringMatching(/^files left out: /) });
        warned.push(first!.warning);
      }
      expect(warned[0]).toBe('picture left out: missing.png: there is no such file');
      expect(await assets()).toHaveLength(1);
    } finally {
      outside.remove();
    }
  });

  it('finds pictures relative to the document, then to the loaded folder', async () => {
    place.folder.write('assets/chart.svg', SVG);
    place.folder.write('assets/tag.svg', SVG);
    place.folder.write('posts/assets/chart.svg', PNG);
    place.folder.write('posts/photo.png', PNG);
    place.folder.write('photo.png', SVG);
    page('posts/a.md', '![x](/assets/chart.svg?v=1)\n\n![y](assets/tag.svg)\n\n![z](photo.png)');
    page('b.md', '![x](chart.svg)\n\n![y](/posts/missing.png)', '/posts/photo.png');
    const report = await run(place.folder.path);
    expect(report).toMatchObject({ new: 2, warningsBy: { 'picture left out': 2 } });
    const [svg, png] = [addressOf(SVG, 'svg'), addressOf(PNG, 'png')];
    expect((await stored('a')).images).toMatchObject([{ url: svg }, { url: svg }, { url: png }]);
    expect((await stored('b')).row.preview_image).toBe(png);
    expect((await stored('b')).images).toEqual([]);
  });

  it('keeps the URLs of pictures on other hosts and on the service itself', async () => {
    const own = addressOf(SVG, 'svg');
    const addresses = ['https://a.example/x.png', '//a.example/y.png', own];
    page('a.md', addresses.map((address) => `![x](${address})`).join('\n\n'), own);
    expect(await run(place.folder.path)).toMatchObject({ warnings: 0 });
    const { row, images } = await stored('a');
    expect(images.map((image) => 'url' in image && image.url)).toEqual(addresses);
    expect(row.preview_image).toBe(own);
  });

  it('finds pictures of a JSON record relative to its file, and none for standard input', async () => {
    place.folder.write('chart.svg', SVG);
    const record = { slug: 'j', title: 'J', date: '2024-01-01', content: { markdown: '![x](chart.svg)' } };
    await run(place.folder.write('d.ndjson', [record]));
    expect((await stored('j')).images).toMatchObject([{ url: addressOf(SVG, 'svg') }]);
    const stdin = (async function* () {
      for await (const part of chunked(JSON.stringify(record), 50)) yield Buffer.from(part);
    })();
    const report = await load({ db: place.db, kind: documentKind, paths: ['-'], stdin });
    expect(report).toMatchObject({ warnings: 1, warningsBy: { 'picture left out': 1 } });
    expect(report.firstWarnings[0]!.warning).toContain('the source has no folder');
  });
});
