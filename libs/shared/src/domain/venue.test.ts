import { describe, expect, it } from '@jest/globals';
import { isSameVenue, venueKey } from './venue.ts';

describe('the venue of a listing', () => {
  it.each([
    ['XNAS', ['NASDAQ', 'Nasdaq', 'NasdaqGS', 'NASDAQ-GS', 'Nasdaq Global Select Market', 'NMS', 'xngs']],
    ['XNAS', ['The Nasdaq Stock Market LLC', 'NASDAQ (Global Select)', ' nasdaq ']],
    ['XNYS', ['NYSE', 'XNYS', 'New York Stock Exchange', 'New York Stock Exchange, Inc.', 'N.Y.S.E.']],
    ['XNYS', ['New York Stock Exchange (NYSE)', 'NYQ']],
    ['XASE', ['NYSE American', 'NYSE MKT LLC', 'AMEX', 'American Stock Exchange']],
    ['ARCX', ['NYSE Arca']],
    ['XLON', ['London Stock Exchange', 'LSE', 'London Stock Exchange plc']],
    ['XSTO', ['Nasdaq Stockholm', 'Stockholm Stock Exchange']],
    ['XETR', ['Xetra', 'Deutsche Börse Xetra', 'ETR']],
    ['XMIL', ['Borsa Italiana', 'Euronext Milan']],
    ['OTCM', ['OTC', 'OTC Markets', 'OTCQB', 'Pink Sheets']],
    ['BVMF', ['B3', 'BM&FBOVESPA']],
    ['XTKS', ['Tokyo Stock Exchange', 'TYO']],
  ])('is %s in each of its spellings', (mic, spellings) => {
    expect(spellings.map(venueKey)).toEqual(spellings.map(() => mic));
  });

  it('is another one only if both are known', () => {
    expect(isSameVenue('NASDAQ', 'NYSE')).toBe(false);
    expect(isSameVenue('Nasdaq', 'Nasdaq Stockholm')).toBe(false);
    // Toronto or Tokyo.
    expect(isSameVenue('TSE', 'Tokyo Stock Exchange')).toBeUndefined();
    expect(isSameVenue('Bolsa de Lima', 'BOLSA DE LIMA')).toBe(true);
  });
});
