import { describe, expect, it } from '@jest/globals';
import { validate } from '../rows/validate.ts';
import { datasetKind, warningsOfPeriods } from './dataset.ts';

describe('a dataset', () => {
  it.each([
    ['2023-12-31T20:00:00-05:00', '2023-12-31T20:00:00.000Z'],
    ['2024-01-01T03:00:00+09:00', '2024-01-01T03:00:00.000Z'],
    ['2023-12-31 20:00 -0500', '2023-12-31T20:00:00.000Z'],
    ['2023-12-31T20:00:00.5+05', '2023-12-31T20:00:00.500Z'],
    ['2023-12-31T20:00:00Z', '2023-12-31T20:00:00.000Z'],
    ['2023-12-31T20:00', '2023-12-31T20:00:00.000Z'],
    ['2023-12-31', '2023-12-31T00:00:00.000Z'],
  ])('has the point of %s on the day as written', (x, stored) => {
    const data = [{ x, y: 1, type: 'historical' }];
    const read = validate(datasetKind.record, { company: 'acme.com', name: 'Acme: Revenue', data });
    expect(read).toMatchObject({ record: { data: [{ x: stored }] } });
  });

  it('warns about several points of a day, and of a period of its frequency', () => {
    const of = (frequency: string, ...days: string[]) =>
      warningsOfPeriods({ frequency, data: days.map((x) => ({ x, y: 1, type: 'historical' as const })) });
    expect(of('Irregular', '2024-02-01', '2024-02-02')).toEqual([]);
    expect(of('Irregular', '2024-02-01T00:00:00.000Z', '2024-02-01T12:00:00.000Z')).toEqual([
      'data has several points on 2024-02-01; charts, tables and CSV show the last one of each day',
    ]);
    expect(of('Annual', '2023-12-31', '2024-06-30', '2024-12-31')).toEqual([
      'data has several points in one period of frequency "Annual", such as on 2024-12-31',
    ]);
    expect(of('Quarterly', '2024-03-31', '2024-06-30')).toEqual([]);
  });

  it('rejects a point without a day', () => {
    const data = [{ x: '-05:00', y: 1, type: 'historical' }];
    expect(validate(datasetKind.record, { company: 'acme.com', name: 'n', data })).toHaveProperty('reason');
  });
});
