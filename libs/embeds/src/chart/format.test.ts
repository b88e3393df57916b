import { describe, expect, it } from '@jest/globals';
import { renderPage } from '../render.ts';
import { point, valuations } from '../widgets/valuation-chart/samples.ts';
import { dateText, dayText, exact, short, tickText, timeOf, unitName } from './format.ts';

describe('money in short form', () => {
  it.each([
    [1.2e9, 'USD', '$1.2B'],
    [950e6, 'USD', '$950M'],
    [999.6e6, 'USD', '$1B'],
    [91.5e9, 'USD', '$91.5B'],
    [1_234_567, 'USD', '$1.23M'],
    [0, 'USD', '$0'],
    [-0, 'USD', '$0'],
    [-1.25e9, 'USD', '−$1.25B'],
    [0.004, 'USD', '$0.004'],
    [1.2e-7, 'USD', '$1.2E−7'],
    [2.5e12, 'USD', '$2.5T'],
    [4.5e18, 'USD', '$4.5E18'],
    [1.15e9, 'EUR', '€1.15B'],
    [1.15e9, 'CHF', 'CHF\u00a01.15B'],
    [3e8, 'JPY', '¥300M'],
    [12.34, 'percent', '12.3%'],
    [1500, 'employees', '1.5K'],
    [1500, '<b>', '1.5K'],
  ])('writes %d %s as %s', (value, unit, text) => expect(short(value, unit)).toBe(text));

  it('formats an exact value with up to 15 digits', () => {
    expect(exact(1_234_567_890, 'USD')).toBe('$1.23456789B');
    expect(exact(0.1 + 0.2, 'USD')).toBe('$0.3');
  });
  it('omits a currency code on an axis, but not a symbol', () => {
    expect(tickText(2e9, 'CHF')).toBe('2B');
    expect(tickText(-2e9, 'CHF')).toBe('−2B');
    expect(tickText(2e9, 'USD')).toBe('$2B');
  });
  it('names the unit', () => {
    expect(['USD', 'CHF', 'percent', 'employees'].map(unitName)).toEqual([
      'US dollars',
      'Swiss francs',
      'percent',
      'employees',
    ]);
  });
});

it('creates each number format once for a chart of 600 points', () => {
  const points = Array.from({ length: 600 }, (_, i) =>
    point(`${1400 + i}-12-31`, 1e6 * (i + 1), i % 2 === 0),
  );
  const { NumberFormat } = Intl;
  const created: string[] = [];
  Intl.NumberFormat = new Proxy(NumberFormat, {
    construct: (target, options: ConstructorParameters<typeof NumberFormat>) => {
      created.push(JSON.stringify(options));
      return new target(...options);
    },
  });
  try {
    // Test files of one worker share cached formats. No other test file formats amounts in this currency.
    const page = renderPage({
      kind: 'valuation-chart',
      data: { ...valuations.usual, points, currency: 'SEK' },
    });
    expect(page).toContain('SEK\u00a0599M');
    expect(created.length).toBeGreaterThan(0);
    expect(created).toHaveLength(new Set(created).size);
  } finally {
    Intl.NumberFormat = NumberFormat;
  }
});

describe('dates', () => {
  it('are written in UTC in any time zone', () => {
    expect(dayText('2024-01-01')).toBe('Jan 1, 2024');
    expect(dateText(timeOf('2024-12-31'), 'month')).toBe('Dec 2024');
    expect(dateText(timeOf('2024-12-31'), 'year')).toBe('2024');
  });
  it('stay unchanged if they are not valid dates', () => expect(dayText('soon')).toBe('soon'));
});
