import { describe, expect, it } from '@jest/globals';
import { readTable, rejectsOf, storedColumns } from './table.ts';

const TODAY = '2026-11-27';
const reasons = (text: string) =>
  rejectsOf(readTable(text, TODAY)).map(({ row, reason }) => `${row}: ${reason}`);
const values = (text: string, notation?: Parameters<typeof readTable>[2]) =>
  storedColumns(readTable(text, TODAY, notation)).map(({ name, metric, data_json }) => [
    name,
    metric,
    (JSON.parse(data_json) as { x: string; y: number }[]).map(({ x, y }) => [x.slice(0, 10), y]),
  ]);

describe('a pasted table', () => {
  it.each([
    ['commas', 'Year,Revenue (USD million),Users\n2023,1.5,10\n2024,"2,500.25",\n'],
    ['semicolons', 'Year;Revenue (USD million);Users\r\n2023;1.5;10\r\n2024;2,500.25;-\r\n'],
    ['tabs', '\nYear\tRevenue (USD million)\tUsers\n2023\t1.5\t10\n2024\t2,500.25\tn/a'],
  ])('separated by %s is read with the units of its headers', (_, text) =>
    expect(values(text)).toEqual([
      [
        'Revenue',
        'USD',
        [
          ['2023-12-31', 1.5e6],
          ['2024-12-31', 2500.25e6],
        ],
      ],
      ['Users', '', [['2023-12-31', 10]]],
    ]),
  );

  it('has quoted cells with separators, line ends and quotes', () =>
    expect(values('Name,Value\n"Acme, ""the"" \n best",5\nBolt,6')).toEqual([
      [
        'Value',
        '',
        [
          ['Acme, "the', 5],
          ['Bolt', 6],
        ],
      ],
    ]));

  it.each([
    ['2024', '2024-12-31'],
    ['Q1 2024', '2024-03-31'],
    ['2024-Q1', '2024-03-31'],
    ['2024-02', '2024-02-29'],
    ['Feb 2024', '2024-02-29'],
    ['2024-02-05', '2024-02-05'],
    ['2024-02-05T10:00', '2024-02-05'],
    ['5.2.2024', '2024-02-05'],
    ['February 5, 2024', '2024-02-05'],
    ['5 Feb 2024', '2024-02-05'],
    ['25/02/2024', '2024-02-25'],
    ['02/25/2024', '2024-02-25'],
  ])('reads %s as a day', (text, day) =>
    expect(values(`Day\tN\n${text}\t1`)).toEqual([['N', '', [[day, 1]]]]),
  );

  it('reads days and numbers that may mean two things as the rest of their column shows', () => {
    expect(values('Day;N\n03/04/2024;1.234\n25/04/2024;1.234,5')).toEqual([
      [
        'N',
        '',
        [
          ['2024-04-03', 1234],
          ['2024-04-25', 1234.5],
        ],
      ],
    ]);
    expect(values("Day;N\n04/03/2024;1'234\n04/25/2024;1'234.5")).toEqual([
      [
        'N',
        '',
        [
          ['2024-04-03', 1234],
          ['2024-04-25', 1234.5],
        ],
      ],
    ]);
  });

  it('rejects what may mean two things, with its row and the remedy', () => {
    expect(reasons('Day;N\n03/04/2024;1\n2024-05-01;1.234\n2024-06-01;2')).toEqual([
      '2: The row has “03/04/2024”, which may be 2024-04-03 or 2024-03-04. Write one of these.',
      '3: “N”: “1.234” may be 1.234 or 1234. Choose how the numbers are written.',
    ]);
    expect(values('Day;N\n2024-05-01;1.234', '1.234,56')).toEqual([['N', '', [['2024-05-01', 1234]]]]);
  });

  it.each([
    ['Day,N\n2024-02-30,1\n2024,1', /2: The row has “2024-02-30” instead of a day/],
    ['Day,N\n2024,1\n2024-12-31,2', /3: The row has the same day as row 2/],
    ['Day,N\n2024,1,5\n2023,1', /2: The row has 3 cells, and the header 2.*quotes/],
    ['Day,N\n2024,about 5\n2023,1', /2: “N”: “about 5” is not a number/],
    ['Day,N\n2024,5M\n2023,1', /2: “N”: “5M” is short for a larger number.*all of its digits/],
    ['Day,N\n2024,$5\n2023,1', /2: “N”: “\$5” has the unit “\$”, which its header does not name/],
    ['Day,N ($M)\n2024,5\n2023,', /2: “N”: “5” “\$” is the sign of several currencies/],
    ['Day,N (USD)\n2024,5%\n2023,1', /has the unit “%”/],
    ['Day,N\n2024,(5)\n2023,1', /“\(5\)” is not a number/],
  ])('rejects cells and rows of %j', (text, reason) =>
    expect(reasons(text)).toEqual([expect.stringMatching(reason)]),
  );

  it('takes the sign of the unit that its header names, and a column of percentages', () => {
    expect(values('Day,A (USD),B (€m),C\n2024,$5,€6,7%\n2023,-$1,,8%')).toEqual([
      [
        'A',
        'USD',
        [
          ['2023-12-31', -1],
          ['2024-12-31', 5],
        ],
      ],
      ['B', 'EUR', [['2024-12-31', 6e6]]],
      [
        'C',
        'percent',
        [
          ['2023-12-31', 8],
          ['2024-12-31', 7],
        ],
      ],
    ]);
  });

  it.each([
    ['USD m', 'USD', 1e6],
    ['€m', 'EUR', 1e6],
    ['k€', 'EUR', 1e3],
    ['m EUR', 'EUR', 1e6],
    ['million USD', 'USD', 1e6],
    ['in USD millions', 'USD', 1e6],
    ['Mio. EUR', 'EUR', 1e6],
    ['US$ million', 'USD', 1e6],
    ['USDbn', 'USD', 1e9],
    ['thousands of people', 'people', 1e3],
    ['USD per share', 'USD per share', 1],
    ['thousands', '', 1e3],
    ['ms', 'ms', 1],
    ['m/s', 'm/s', 1],
    ['°C', '°C', 1],
  ])('has the unit and the multiplier of a header with (%s)', (unit, metric, times) =>
    expect(values(`Year\tN (${unit})\n2023\t2`)).toEqual([['N', metric, [['2023-12-31', 2 * times]]]]),
  );

  it.each(['2023', '2021 = 100', '% of revenue', 'full-time'])(
    'keeps (%s), which is no unit, in the name of its column',
    (text) =>
      expect(values(`Year\tN (${text})\n2023\t2`)).toEqual([[`N (${text})`, '', [['2023-12-31', 2]]]]),
  );

  it.each(['m', 'k', 'b', 'K', 'M', 'm, net', 'USD ms', 'USD MM', 'TEUR'])(
    'rejects the numbers of a header with (%s), which may be a multiplier',
    (unit) => expect(reasons(`Year\tN (${unit})\tO\n2023\t2\t1`)).toEqual([expect.stringMatching(/million/)]),
  );

  it.each(['USD millions, net', 'USD, million', "USD '000", '£000', 'Millionen EUR'])(
    'rejects the numbers of a header with the unclear unit (%s)',
    (unit) =>
      expect(reasons(`Year\tN (${unit})\tO\n2023\t2\t1`)).toEqual([
        expect.stringMatching(/which is unclear: write it like “\(USD million\)”/),
      ]),
  );

  it.each(['all', 'top', 'usd'])('rejects the numbers of a header with (%s), which may be a word', (unit) =>
    expect(reasons(`Year\tN (${unit})\tO\n2023\t2\t1`)).toEqual([
      expect.stringContaining(`write “(${unit.toUpperCase()})”, or the word before the parenthesis`),
    ]),
  );

  it('rejects months that may be seasons, unless one can only be a month', () => {
    expect(reasons('Season,N\n2009-10,1\n2010-11,2\n2012-13,3')).toEqual([
      '2: The row has “2009-10”, which may be 2009-10-31 or 2010-12-31. Write one of these.',
      '3: The row has “2010-11”, which may be 2010-11-30 or 2011-12-31. Write one of these.',
      expect.stringMatching(/^4: The row has “2012-13” instead of a day/),
    ]);
    expect(values('Month,N\n2010-11,1\n2010-12,2')).toEqual([
      [
        'N',
        '',
        [
          ['2010-11-30', 1],
          ['2010-12-31', 2],
        ],
      ],
    ]);
  });

  it('has names in its own order, whatever cells are empty', () => {
    const [a, b] = values('Region,A,B\nNorth,,5\nSouth,3,4\nEast,,\nWest,1,');
    expect([a, b]).toEqual([
      [
        'A',
        '',
        [
          ['North', null],
          ['South', 3],
          ['East', null],
          ['West', 1],
        ],
      ],
      [
        'B',
        '',
        [
          ['North', 5],
          ['South', 4],
          ['East', null],
          ['West', null],
        ],
      ],
    ]);
  });

  it('has names of whole characters, compared as pages show them', () => {
    expect(reasons('Name,N\nabc,1\n\u202eabc,2')).toEqual([
      '3: The row has the same name as row 2. Delete one of them.',
    ]);
    const long = '😀'.repeat(120);
    expect(values(`Name,N\n${long},1`)).toEqual([['N', '', [[long.slice(0, 10), 1]]]]);
    expect(reasons(`Name,N\n${long}a,1\nb,1`)).toEqual([
      '2: The row has a name of more than 120 characters. Shorten it.',
    ]);
    expect(values(`Name,${long}\na,1`)[0]![0]).toBe(long);
  });

  it('has estimates: values of later days, and those marked with an E', () => {
    const table = readTable('Year,A,B (USD)\n2024,1,$5\n2025E,2,6\n2023,3E,7\n2026,4,8', TODAY);
    const types = storedColumns(table).map(({ data_json }) =>
      (JSON.parse(data_json) as { x: string; y: number; type: string }[]).map(({ x, y, type }) =>
        [x.slice(0, 4), y, type].join(' '),
      ),
    );
    expect(types).toEqual([
      ['2023 3 estimate', '2024 1 historical', '2025 2 estimate', '2026 4 estimate'],
      ['2023 7 historical', '2024 5 historical', '2025 6 estimate', '2026 8 estimate'],
    ]);
  });

  it('is cut at the sign that its header has most of outside quotes', () => {
    const ofTwo = ['N', 'O'].map((name) => [name, '', [['2023-12-31', 1]]]);
    expect(values('Year,N,O\n2023,1,1')).toEqual(ofTwo);
    expect(values('Year,Profit; net,O\n2023,1,1')).toEqual([
      ['Profit; net', ...ofTwo[0]!.slice(1)],
      ofTwo[1],
    ]);
    expect(values('Year;"Profit, net, here, now";O\n2023;1;1')).toEqual([
      ['Profit, net, here, now', ...ofTwo[0]!.slice(1)],
      ofTwo[1],
    ]);
  });

  it('makes the format of a currency once for a column, as each takes a while', () => {
    const { NumberFormat } = Intl;
    let made = 0;
    Intl.NumberFormat = new Proxy(NumberFormat, {
      construct: (target, options: ConstructorParameters<typeof NumberFormat>) => {
        made++;
        return new target(...options);
      },
    });
    try {
      expect(values('Year,A (USD),B (EUR)\n2022,$1,€1\n2023,$1,€1\n2024,$1,€1')).toHaveLength(2);
    } finally {
      Intl.NumberFormat = NumberFormat;
    }
    expect(made).toBe(2);
  });

  it.each([
    ['', /needs a header row/],
    ['Year,Revenue', /needs a header row and at least one row/],
    ['Year\n2024', /needs a column of days or names and a column of numbers/],
    ['Name,Kind\nAcme,private', /No column has a number/],
    [`Day${',N'.repeat(11)}\n2024${',1'.repeat(11)}`, /11 columns of values. At most 10/],
    [`Day,N\n${'2024,1\n'.repeat(2001)}`, /2001 rows. At most 2000/],
    [
      `Name,N\n${Array.from({ length: 101 }, (_, i) => `A${i},1\n`).join('')}`,
      /101 rows of names. At most 100 are allowed/,
    ],
    [
      'Name,Sales (USD),Sales (USD)\nA,1,2',
      /two columns named “Sales” with the same unit. Give them different/,
    ],
    ['Name,Sales,\u202eSales\nA,1,2', /two columns named “Sales”/],
    [`Name,${'ü'.repeat(121)}\nA,1`, /a column with more than 120 characters: “ü+”. Shorten it/],
    ['Time,N\n2021,1\n2022,2\nQ1 2023,3', /mixes years and quarters. Paste a table for each, or write/],
  ])('cannot be used at all: %#', (text, problem) => expect(readTable(text, TODAY).problem).toMatch(problem));
});
