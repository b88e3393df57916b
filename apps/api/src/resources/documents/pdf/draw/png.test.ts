import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { PNG } from '../../../../testing/document.ts';
import { isSoundPng } from './png.ts';

const number = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((n) => n & 255));
const chunk = (name: string, data: Buffer, length = data.length) =>
  Buffer.concat([number(length), Buffer.from(name, 'latin1'), data, number(0)]);

function png({
  width = 2,
  height = 2,
  bits = 8,
  colour = 6,
  interlaced = 0,
  rows = Buffer.alloc(2 * (2 * 4 + 1)),
  data = deflateSync(rows),
  more = [] as Buffer[],
} = {}): Buffer {
  const head = Buffer.concat([number(width), number(height), Buffer.from([bits, colour, 0, 0, interlaced])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a PNG', () => {
  it.each([
    ['of one pixel', PNG],
    ['with alpha', png()],
    ['without alpha', png({ colour: 2 })],
    ['of one bit', png({ colour: 0, bits: 1 })],
    ['interlaced', png({ width: 1, height: 1, interlaced: 1, rows: Buffer.alloc(5) })],
    ['with other chunks', png({ more: [chunk('tEXt', Buffer.from('a\0b'))] })],
    [
      'of photo size, which is not decoded',
      png({ width: 6000, height: 6000, colour: 2, rows: Buffer.alloc(1) }),
    ],
  ])('%s is valid', (_, bytes) => {
    expect(isSoundPng(bytes)).toBe(true);
  });

  it.each([
    ['without an end chunk', png().subarray(0, -12)],
    ['that is truncated', png().subarray(0, 40)],
    [
      'with a chunk length that points backwards',
      png({ more: [chunk('tEXt', Buffer.alloc(4), 0xfffffff4)] }),
    ],
    ['with a chunk length beyond its end', png({ more: [chunk('tEXt', Buffer.alloc(4), 0x7fffffff)] })],
    ['with two headers', png({ more: [chunk('IHDR', Buffer.alloc(13))] })],
    ['whose pixels are not compressed', png({ data: Buffer.from('nonsense') })],
    ['with too few pixels', png({ rows: Buffer.alloc(9) })],
    ['with too many pixels', png({ rows: Buffer.alloc(1_000_000) })],
    ['with an unknown filter', png({ rows: Buffer.alloc(18, 5) })],
    ['too large to be decoded', png({ width: 6000, height: 6000, rows: Buffer.alloc(1) })],
    ['with impossible dimensions', png({ width: 0xffffffff, height: 0xffffffff, colour: 2 })],
    ['without height', png({ height: 0 })],
    ['with an unknown colour type', png({ colour: 5 })],
    ['with seven bits per sample', png({ bits: 7, colour: 0 })],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is invalid', (_, bytes) => {
    expect(isSoundPng(bytes)).toBe(false);
  });
});
