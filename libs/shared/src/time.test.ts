import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayInWords, firstDayFrom, isDate, lastDayUntil, parseTime } from './time.ts';

describe('parseTime', () => {
  it.each([
    ['2026-01-13', '2026-01-13T00:00:00.000Z', '2026-01-13T23:59:59.999Z'],
    ['2026-01-13T21:01:20.492Z', '2026-01-13T21:01:20.492Z', '2026-01-13T21:01:20.492Z'],
    ['2026-01-13T21:01', '2026-01-13T21:01:00.000Z', '2026-01-13T21:01:00.000Z'],
    ['2026-01-13T21:01:20', '2026-01-13T21:01:20.000Z', '2026-01-13T21:01:20.000Z'],
    ['2026-01-13 21:01:20Z', '2026-01-13T21:01:20.000Z', '2026-01-13T21:01:20.000Z'],
    ['2026-01-13T21:01:20.492917+00:00', '2026-01-13T21:01:20.492Z', '2026-01-13T21:01:20.492Z'],
    ['2026-01-13T21:01:20-05:00', '2026-01-14T02:01:20.000Z', '2026-01-14T02:01:20.000Z'],
    ['2026-01-13T21:01:20+0530', '2026-01-13T15:31:20.000Z', '2026-01-13T15:31:20.000Z'],
    // A query string turned the + into a blank.
    ['2026-01-13 21:01:20.492 05', '2026-01-13T16:01:20.492Z', '2026-01-13T16:01:20.492Z'],
    ['2026-01-13T21:01:20 05:30', '2026-01-13T15:31:20.000Z', '2026-01-13T15:31:20.000Z'],
  ])('parses %s as %s, or %s as an upper bound', (text, lower, upper) => {
    expect([parseTime(text, 'lower'), parseTime(text, 'upper')]).toEqual([lower, upper]);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '26-01-13',
    '2026-01-13T25:00:00Z',
    '2026-01-13T10',
    '0000-00-00',
  ])('rejects %j', (text) => expect(parseTime(text)).toBeUndefined());

  it('parses every timestamp that it formats, and sorts texts like times', () => {
    const instants = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, instants, (a, b) => {
        expect(parseTime(a.toISOString())).toBe(a.toISOString());
        expect(a.toISOString() < b.toISOString()).toBe(a.getTime() < b.getTime());
        expect(isDate(a.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });

  it('returns a timestamp or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const time = parseTime(text);
        if (time !== undefined) expect(time).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      }),
    );
  });
});

describe('times as bounds of calendar dates', () => {
  it.each([
    ['2026-01-13T00:00:00.000Z', '2026-01-13', '2026-01-13'],
    ['2026-01-13T00:00:00.001Z', '2026-01-14', '2026-01-13'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01', '2026-12-31'],
    ['9999-12-31T12:00:00.000Z', '9999-12-31', '9999-12-31'],
  ])('%s starts at %s or ends at %s', (time, from, until) => {
    expect([firstDayFrom(time), lastDayUntil(time)]).toEqual([from, until]);
  });
});

describe('dayInWords', () => {
  it.each([
    ['2026-03-10T23:59:59.999Z', '10 March 2026'],
    ['0999-12-01T00:00:00.000Z', '1 December 999'],
  ])('%s is %s', (time, words) => {
    expect(dayInWords(time)).toBe(words);
  });
});
