import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { growth } from '@dossier/shared/testing';
import { tinyPictures } from '../../testing/pictures.ts';
import { pictureType, readPicture } from './picture-file.ts';

const fileOf = (path: string, bytes: Buffer, size = bytes.length) => ({
  path,
  size,
  read: async () => bytes,
});

describe('a picture', () => {
  it.each([
    ['svg', 'image/svg+xml'],
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
  ] as const)('recognizes %s by its content, and returns its size and URL', async (type, media_type) => {
    const bytes = tinyPictures[type](640, 480);
    const id = createHash('sha256').update(bytes).digest('hex');
    // The extension may be that of another picture type.
    expect(await readPicture(fileOf('a.gif', bytes))).toMatchObject({
      id,
      media_type,
      url: `/assets/${id}.${type}`,
      dimensions: { width: 640, height: 480 },
    });
  });

  it('returns the displayed size of a picture with an EXIF orientation', async () => {
    expect(await readPicture(fileOf('a.jpg', tinyPictures.jpg(640, 480, 6)))).toMatchObject({
      dimensions: { width: 480, height: 640 },
    });
  });

  it.each([
    ['<svg viewBox="0 0 30 20" width="100%"/>', { width: 30, height: 20 }],
    ['<svg width="1in" height="2in"/>', { width: 96, height: 192 }],
    ['<svg/>', { width: null, height: null }],
    ['<svg viewBox="0,0,1,1"/>', { width: null, height: null }],
  ])('reads the size of %s from its attributes, if any', async (svg, dimensions) => {
    expect(await readPicture(fileOf('a.svg', Buffer.from(svg)))).toMatchObject({ dimensions });
  });

  it.each([
    ['<!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY x "y"> ]>\n<svg></svg>', 'svg'],
    ['\uFEFF<svg\n/>', 'svg'],
    ['<html><svg/></html>', undefined],
    ['<!-- <svg/>', undefined],
    ['plain text', undefined],
    ['', undefined],
    ['\0\0\0\x20ftypavif', 'avif'],
    ['\0\0\0\x20ftypheic', undefined],
  ])('detects %j as the type %s', (text, type) => {
    expect(pictureType(Buffer.from(text))).toBe(type);
  });

  it('rejects a picture with the wrong name, type or size, with a reason', async () => {
    const svg = tinyPictures.svg(1, 1);
    expect(await readPicture(fileOf('a.html', svg))).toEqual({
      problem: 'its name is not that of a picture',
    });
    expect(await readPicture(fileOf('a.png', Buffer.from('#!/bin/sh')))).toEqual({
      problem: expect.stringContaining('its content is not that of a picture'),
    });
    expect(await readPicture(fileOf('a.svg', svg, 5 * 1024 * 1024 + 1))).toEqual({
      problem: 'it is larger than 5 MB',
    });
  });

  it('stops the load when a picture file changes while it runs', async () => {
    const files = [tinyPictures.svg(1, 1), tinyPictures.svg(2, 2)];
    const picture = await readPicture({ path: 'a.svg', size: 10, read: async () => files.shift()! });
    if ('problem' in picture) throw new Error(picture.problem);
    await expect(picture.read()).rejects.toThrow('a.svg changed while it was being loaded.');
  });

  it.each(['<!-- ', '<!---->', '<!DOCTYPE [', '<?', ' '])(
    'recognizes an SVG after a long prologue of %s in linear time',
    (piece) => {
      // At most 100 kB: to decode more, the C library takes new memory from the system, which costs more than the work.
      const prologue = (size: number) => Buffer.from(piece.repeat(size / 10 / piece.length));
      expect(growth(prologue, pictureType)).toBeLessThan(40);
    },
  );
});
