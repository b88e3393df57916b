import { describe, expect, it } from '@jest/globals';
import { between, equals, written } from '../sql/filters.ts';
import { countersFor } from './list-counters.ts';

describe('the counters of a list', () => {
  const lists = [
    { name: 'events', columns: { company_id: undefined, type: ['a', 'b', 'c'] } },
    { name: 'all events', columns: { type: ['a', 'b', 'c'] } },
  ];

  it('are those of all values that the filters allow', () => {
    expect(countersFor(lists, equals('events.company_id', 7))).toEqual([
      ...['events 7 a', 'events 7 b', 'events 7 c'],
      // Repeated, so that few statements are prepared.
      'events 7 a',
    ]);
    expect(countersFor(lists, [...equals('company_id', 7), ...equals('type', 'b')])).toEqual(['events 7 b']);
    expect(countersFor(lists, equals('type', 'b'))).toEqual(['all events b']);
  });

  it.each([
    ['of a column that they do not count', equals('status', 'closed')],
    ['that is a window', between('updated_at', '2026-01-01T00:00:00.000Z', undefined)],
    ['that is other SQL', [written({ sql: '"type" <> ?', values: ['a'] })]],
    ['that repeats a column', [...equals('type', 'a'), ...equals('type', 'b')]],
  ])('are none with a filter %s', (_, where) => {
    expect(countersFor(lists, where)).toBeUndefined();
    expect(countersFor(lists, [...equals('company_id', 7), ...where])).toBeUndefined();
  });
});
