import { changeKind } from '@dossier/shared';
import { datasetsScatter } from '../../resources/embeds/widgets/datasets-scatter.ts';
import type { TestApi } from '../api.ts';
import {
  insertChanges,
  insertCompany,
  insertDataset,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertMetric,
  insertNews,
} from '../fixtures.ts';

/** The date of the examples. */
const AT = '2026-01-13T12:00:00.000Z';
const changed = { created_at: AT, updated_at: AT };
/** The table of the examples, and its columns. */
const TABLE = '7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a10';
const { dataset_ids: COLUMNS } = datasetsScatter.endpoint.example as { dataset_ids: string[] };
const types = ['funding_round', 'secondary_transaction', 'corporate_action', 'company_milestone'] as const;

/** Inserts the rows that the documentation's examples name, and enough others for a second page. */
export async function insertExamples({ db, search }: TestApi): Promise<void> {
  // Otherwise nearly every generated as_of would be before the history.
  await db('history').update({ begins_at: '0001-01-01T00:00:00.000Z' });
  await insertInto(
    db,
    'own_columns',
    COLUMNS.map((id, position) => ({
      ...{ id, position, table_id: TABLE, table_name: 'Regions', creator: 'Test partner' },
      ...{ name: `Column ${position}`, metric: '', frequency: 'category', created_at: AT },
      data_json: JSON.stringify([{ x: 'Europe', y: position, type: 'historical' }]),
    })),
  );
  const [payments] = await db('categories')
    .insert({ slug: 'payments', name: 'Payments' })
    .returning<{ id: number }[]>('id');
  for (const [i, slug] of ['stripe', 'uber', 'airbnb', 'openai', 'apple'].entries()) {
    const company_id = await insertCompany(db, {
      ...changed,
      id: 12 + i,
      slug,
      domain: `${slug}.com`,
      founding_year: 2010,
      headquarters_city: 'Dublin',
      logo_json: '{"url":"https://assets.example/logo.png","dimensions":{"width":64,"height":64}}',
      social_json: '[{"url":"https://x.com/stripe","type":"x"}]',
      key_people_json:
        '{"founders":[{"id":"6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11","name":"P. Collison"}],"ceo":[]}',
    });
    await insertInto(db, 'company_financials', [
      { company_id, name: 'latest_estimated_valuation', value: 91_500_000_000 + i, date: '2026-01-13' },
      { company_id, name: 'latest_estimated_revenue', value: null, date: null },
    ]);
    await db('company_listings').insert({ company_id, ticker: slug, venue: 'NYSE', listed_at: '2026-01-13' });
    await insertInto(db, 'company_categories', { company_id, category_id: payments!.id });
    await insertDataset(db, { ...changed, company_id, dataset_id: 12 + i });
    await insertFiling(db, { ...changed, company_id, filed_at: AT, ...(slug === 'apple' && { id: FILING }) });
    for (let n = 0; n < 12; n++) {
      await insertNews(db, {
        ...changed,
        company_id,
        release_date: AT,
        importance: n % 2 ? 'major' : 'minor',
        ...(i === 0 && n === 0 && { id: NEWS }),
      });
      await insertMetric(db, { ...changed, company_id, end_date: '2026-01-13' }, [{ quote: 'It grew.' }, {}]);
      await insertEvent(db, { ...changed, company_id, type: types[n % 4]!, event_date: '2026-01-13' });
    }
    const document_id = await insertDocument(
      db,
      {
        ...changed,
        slug: i === 0 ? 'payments-infrastructure' : `${slug}-market`,
        pdf_url: 'https://assets.example/payments.pdf',
        published_at: AT,
      },
      [{ company_id, relation: 'subject' }],
    );
    await insertInto(db, 'document_categories', { document_id, category_id: payments!.id });
    await search.put([
      {
        type: 'document',
        id: String(document_id),
        slug: 'payments-infrastructure',
        companies: [company_id],
        form: 'market',
        suggest: ['Payments infrastructure'],
        title: 'Payments infrastructure',
        excerpt: 'Who moves the money.',
        url: '/research/payments-infrastructure',
        date: AT,
        passages: [{ id: 'cards', title: 'Cards', text: 'Cards carry most payments.' }],
      },
    ]);
  }
  // Every kind and company has late changes, so that no request waits for one.
  const companies = [12, 13, 14, 15, 16];
  const records = Array.from({ length: 100 }, (_, i) => i + 1);
  const key = ['stripe.com', 'funding_round'];
  await insertChanges(
    db,
    records.flatMap((record) => changeKind.options.map((kind) => ({ kind, record, key, companies }))),
  );
}

const FILING = 'ebc71849-a80a-5e19-9d43-0cff983e9211';
const NEWS = 'ed8d433d-68c0-5b82-96a1-85e1c3edbc4e';
