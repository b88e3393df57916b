import type { Db } from '@dossier/store';
import { insertCompany, insertDataset, insertEvent } from '../fixtures.ts';

/** Invented makers of robots: total funding in USD, and valuations by day, of which those with an `E` are estimates. */
const makers: [name: string, funding: number, valuations: Record<string, number>][] = [
  ['Acme', 8e8, { '2015-03-14': 2e7, '2018-03-14': 3e8, '2021-03-14E': 2.4e9, '2024-03-14': 1.1e10 }],
  ['Bolt', 2.1e9, { '2016-03-14': 4e7, '2019-03-14': 6e8, '2022-03-14E': 4.8e9, '2025-03-14': 2.2e10 }],
  ['Crane & Sons Logistics', 4e8, { '2014-06-30': 2e8, '2019-11-05': 2.6e9, '2023-02-20': 1.3e9 }],
  ['Delta Freight International', 3e7, { '2013-12-15': 5e7 }],
  ['Ember AI', 6e8, { '2023-04-11': 9e8, '2024-05-27': 2.4e10, '2025-06-01E': 3.8e10 }],
  ['Fjord', 9e7, { '2017-07-07': 1.5e8, '2020-10-10': 7e8 }],
];
const rounds = [
  ['Seed', '2015-03-14', '2000000'],
  ['Series A', '2018-03-14', '18000000'],
  ['Series B', '2021-03-14', '95000000'],
] as const;

/** Stores the companies of the graphics, each with a slug of its first word, and with the rounds of Acme. */
export async function insertMakers(db: Db): Promise<void> {
  for (const [name, funding, valuations] of makers) {
    const slug = name.split(' ')[0]!.toLowerCase();
    const company_id = await insertCompany(db, { domain: `${slug}.com`, slug, name });
    await insertDataset(db, {
      company_id,
      name: `${name}: Valuation`,
      data_type: 'Valuation',
      data_json: JSON.stringify(
        Object.entries(valuations).map(([day, y]) => ({
          x: `${day.replace('E', '')}T00:00:00.000Z`,
          y,
          type: day.endsWith('E') ? 'estimate' : 'historical',
        })),
      ),
    });
    const [day, value] = Object.entries(valuations).at(-1)!;
    const figure = { company_id, date: day.replace('E', ''), source_url: null };
    await db('company_financials').insert([
      { ...figure, name: 'latest_estimated_valuation', value },
      { ...figure, name: 'total_estimated_funding', value: funding },
    ]);
    if (slug === 'acme')
      for (const [round, event_date, amount_raised] of rounds)
        await insertEvent(db, {
          company_id,
          type: 'funding_round',
          name: round,
          event_date,
          data: { amount_raised, currency: 'USD' },
        });
  }
}
