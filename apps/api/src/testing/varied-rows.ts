import { companyNameKey, documentType, eventStatus, eventType } from '@dossier/shared';
import type { Db } from '@dossier/store';
import {
  insertCompany,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertMetric,
  insertNews,
} from './fixtures.ts';

/** The rows of each list: fewer than a page holds, so that one page shows all of them. */
export const ROWS = 45;

/**
 * Returns a value for a row. Different columns have independent values, so that some rows match any two filters. Often
 * returns the first one, so that rows that match three filters are not rare.
 */
function pick<T>(row: number, column: number, values: readonly T[]): T {
  const mixed = Math.imul(Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(column + 1, 0x85ebca6b), 0xc2b2ae35);
  const place = (mixed >>> 8) % (values.length + 1);
  return place < values.length ? values[place]! : values[0]!;
}

/** A day before, in or after the range of the contract's examples, which is 13 to 26 January. */
const dayOf = (row: number, column: number) =>
  pick(row, column, ['2026-01-15', '2026-01-21', '2026-01-05', '2026-02-03', '2026-01-26']);
const timeOf = (row: number, column: number) => `${dayOf(row, column)}T00:00:00.000Z`;
const tracked = (row: number) => ({ created_at: timeOf(row, 0), updated_at: timeOf(row, 1) });

/**
 * Inserts rows of every list. Their values are those of the enumerations, and for each text the example of the contract and
 * another one, so that each filter with the value of its example matches some rows and not all.
 */
export async function insertVariedRows(db: Db): Promise<void> {
  const [payments, other] = await db('categories')
    .insert([
      { slug: 'payments', name: 'Payments' },
      { slug: 'other', name: 'Other' },
    ])
    .returning<{ id: number }[]>('id');
  const companies: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    const name = `${pick(row, 2, ['Stripe', 'Acme'])} ${row}`;
    const id = await insertCompany(db, {
      ...tracked(row),
      // The company of the examples.
      ...(row === 0
        ? { id: 12, domain: 'stripe.com', slug: 'stripe' }
        : { id: 100 + row, domain: `c${row}.com` }),
      name,
      type: pick(row, 3, ['private', 'public']),
      is_active: pick(row, 4, [true, true, true, false]),
      headquarters_country: pick(row, 5, ['United States', 'Ireland']),
      founding_year: pick(row, 91, [2015, 2000, 2022]),
      cik: pick(row, 6, ['0000320193', null]),
    });
    companies.push(id);
    await db('company_names').insert({ name_key: companyNameKey(name), company_id: id });
    await db('company_listings').insert({
      company_id: id,
      ticker: pick(row, 7, ['UBER', 'ACME']),
      venue: 'NYSE',
    });
    await insertInto(db, 'company_categories', {
      company_id: id,
      category_id: pick(row, 8, [payments!.id, other!.id]),
    });
    await insertInto(db, 'company_financials', {
      company_id: id,
      name: pick(row, 9, [
        'latest_estimated_valuation',
        'latest_estimated_revenue',
        'total_estimated_funding',
      ]),
      value: pick(row, 90, [2e9, 5e8, 1e9]) + row,
      date: '2026-01-13',
    });
  }
  // Most rows belong to the company of the examples.
  const owners = companies.slice(0, 3);
  for (let row = 0; row < ROWS; row++) {
    const company_id = pick(row, 10, owners);
    await insertNews(db, {
      ...tracked(row),
      company_id,
      release_date: timeOf(row, 11),
      importance: pick(row, 12, ['major', 'minor']),
    });
    await insertFiling(db, {
      ...tracked(row),
      company_id,
      filed_at: timeOf(row, 13),
      type: pick(row, 14, ['10-K', '8-K']),
    });
    await insertMetric(db, {
      ...tracked(row),
      company_id,
      end_date: dayOf(row, 15),
      comparison_window_end_date: pick(row, 16, [dayOf(row, 17), null]),
      base: pick(row, 18, ['trailing_revenue', 'recurring_revenue']),
      view: pick(row, 19, ['value', 'growth']),
      scenario: pick(row, 20, ['historical', 'projection']),
      base_period: pick(row, 21, ['year', 'quarter']),
      growth_period: pick(row, 22, ['year', null]),
    });
    await insertEvent(db, {
      ...tracked(row),
      company_id,
      type: pick(row, 23, eventType.options),
      subtype: pick(row, 24, ['series_a', 'ipo']),
      status: pick(row, 25, eventStatus.options),
      event_date: dayOf(row, 26),
    });
    await insertDocument(
      db,
      {
        ...tracked(row),
        slug: `document-${row}`,
        type: pick(row, 27, documentType.options),
        published_at: timeOf(row, 28),
      },
      [{ company_id, relation: pick(row, 29, ['subject', 'connected']) }],
    );
  }
}
