import { describe, expect, it } from '@jest/globals';
import type { Look } from '../inputs/options.ts';
import { alternativeText, renderPicture } from '../embed/picture.ts';
import { renderPage, widgetCsv } from '../embed/render.ts';
import { datasetCharts } from '../widgets/dataset-chart/samples.ts';
import { point, valuations } from '../widgets/valuation-chart/samples.ts';
import { dateText, dayText, exact, short, tickTexts, timeOf, unitName } from './format.ts';
import { translated } from '../words/index.ts';

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
    [-1.2e-7, 'USD', '−$1.2E−7'],
    [2.5e12, 'USD', '$2.5T'],
    [4.5e18, 'USD', '$4.5E18'],
    [1.15e9, 'EUR', '€1.15B'],
    [1.15e9, 'CHF', 'CHF\u00a01.15B'],
    [3e8, 'JPY', '¥300M'],
    [12.34, 'percent', '12.3%'],
    [1500, 'employees', '1.5K'],
    [1995, '', '1995'],
    [-1995, '', '−1995'],
    [1995.5, '', '2K'],
    [12_345, '', '12.3K'],
    [1500, '<b>', '1.5K'],
  ])('writes %d %s as %s', (value, unit, text) => expect(short(value, unit)).toBe(text));

  it.each([
    ['de', 456_789, '456.789\u00a0$'],
    ['es', 1.2346e9, '1235\u00a0M\u00a0US$'],
    ['ja', 1.2345e11, '$1235億'],
    ['fr', 456_789, '457\u00a0k\u00a0$US'],
  ] as const)('in the language %s rounds no whole part of %d without a short form', (locale, value, text) =>
    expect(translated({ locale }, () => short(value, 'USD'))).toBe(text),
  );

  it('formats an exact value with up to 15 digits', () => {
    expect(exact(1_234_567_890, 'USD')).toBe('$1.23456789B');
    expect(exact(0.1 + 0.2, 'USD')).toBe('$0.3');
  });
  it('has as many digits on an axis as its values', () => {
    expect(tickTexts([1990, 1995, 2000], '')).toEqual(['1990', '1995', '2000']);
    expect(tickTexts([1990, 1990.5, 1991], '')).toEqual(['1990', '1990.5', '1991']);
    expect(tickTexts([0, 5000, 10_000], '')).toEqual(['0', '5K', '10K']);
    expect(tickTexts([1.25e6, 1.255e6, 1.26e6], 'USD')).toEqual(['$1.25M', '$1.255M', '$1.26M']);
    expect(tickTexts([995e6, 1e9, 1.005e9], 'USD')).toEqual(['$995M', '$1B', '$1.005B']);
    for (const numbers of ['0', '3'] as const)
      expect(new Set(translated({ numbers }, () => tickTexts([1990, 1990.5, 1991], ''))).size).toBe(3);
  });
  it('omits a currency code on an axis, but not a symbol', () => {
    expect(tickTexts([2e9, -2e9], 'CHF')).toEqual(['2B', '−2B']);
    expect(tickTexts([2e9], 'USD')).toEqual(['$2B']);
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

describe('the form of numbers', () => {
  const written = (look: Look, value: number, unit = 'USD') =>
    translated(look, () =>
      short(value, unit)
        .replaceAll(/[\u00a0\u202f\u200e\u200f]/g, ' ')
        .trim(),
    );

  it.each([
    ['en', '$91,500,000,000', '$91.50B', '91.5%'],
    ['de', '91.500.000.000 $', '91,50 Mrd. $', '91,5 %'],
    ['fr', '91 500 000 000 $US', '91,50 Md $US', '91,5 %'],
    ['es', '91.500.000.000 US$', '91,50 mil M US$', '91,5 %'],
    ['ja', '$91,500,000,000', '$915.00億', '91.5%'],
    ['ar', '91,500,000,000 US$', '91.50 مليار US$', '91.5 %'],
  ] as const)('is that of the language %s', (locale, full, two, percent) =>
    expect([
      written({ locale, numbers: 'full' }, 91.5e9),
      written({ locale, numbers: '2' }, 91.5e9),
      written({ locale, numbers: 'full' }, 91.5, 'percent'),
    ]).toEqual([full, two, percent]),
  );

  it('never shows a value as zero that is not', () => {
    expect(written({ numbers: '1' }, 0.004)).toBe('$0.004');
    expect(written({ numbers: 'full' }, -0.004)).toBe('−$0.004');
    expect(written({ numbers: '0' }, 0)).toBe('$0');
  });
  it.each([
    [0.014, '$0.014'],
    [-0.0256, '−$0.0256'],
    [12.345, '$12.35'],
    [1.5e15, '$1,500,000,000,000,000'],
    [1e21, '$1E21'],
  ])('in full shows %d as %s', (value, text) => expect(written({ numbers: 'full' }, value)).toBe(text));
  it('keeps the labels of an axis apart, and short where whole numbers are long', () => {
    const ticks = (numbers: Look['numbers'], values: number[], unit = 'USD') =>
      translated({ numbers }, () => tickTexts(values, unit));
    expect(ticks('0', [0, 5e8, 1e9, 1.5e9])).toEqual(['$0', '$500M', '$1B', '$1.5B']);
    expect(ticks('1', [1e9, 1.25e9])).toEqual(['$1.0B', '$1.25B']);
    expect(ticks('full', [0, 50_000_000])).toEqual(['$0', '$50,000,000']);
    expect(ticks('full', [0, 5e9])).toEqual(['$0', '$5B']);
    expect(ticks('full', [0, 0.025, 0.05, 0.075, 0.1], 'percent')).toEqual([
      '0%',
      '0.025%',
      '0.05%',
      '0.075%',
      '0.1%',
    ]);
    expect(ticks('full', [0, 0.005, 0.01, 0.015, 0.02])).toEqual([
      '$0',
      '$0.005',
      '$0.01',
      '$0.015',
      '$0.02',
    ]);
    expect(ticks('full', [1, 1.002, 1.004])).toEqual(['$1', '$1.002', '$1.004']);
    expect(ticks('full', [0.0995, 0.1, 0.1005])).toEqual(['$0.0995', '$0.1', '$0.1005']);
    expect(ticks('3', [0, 0.0005, 0.001, 0.0015])).toEqual(['$0.000', '$0.0005', '$0.001', '$0.0015']);
    expect(ticks('full', [0, 3 * 0.4, 2.4])).toEqual(['$0', '$1.2', '$2.4']);
  });
  it('applies to the page, the picture and the description, and leaves the CSV exact', () => {
    const widget = { kind: 'dataset-chart', data: datasetCharts.companies } as const;
    const look = { numbers: 'full' } as const;
    const whole = /\$\d{1,3}(,\d{3}){3}/;
    const forms = (own: Look) => [
      renderPage(widget, { look: own }),
      renderPicture(widget, { width: 800 }, { look: own }),
      alternativeText(widget, own),
    ];
    for (const form of forms(look)) expect(form).toMatch(whole);
    for (const form of forms({})) expect(form).not.toMatch(whole);
    expect(renderPage(widget, { look })).toContain('data-numbers="full"');
    expect(widgetCsv(widget)).not.toMatch(whole);
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
