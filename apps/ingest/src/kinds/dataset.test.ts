import { describe, expect, it } from '@jest/globals';
import { validate } from '../rows/validate.ts';
import { datasetKind } from './dataset.ts';

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

  it('rejects a point without a day', () => {
    const data = [{ x: '-05:00', y: 1, type: 'historical' }];
    expect(validate(datasetKind.record, { company: 'acme.com', name: 'n', data })).toHaveProperty('reason');
  });
});
