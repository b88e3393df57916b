import { expect, it } from '@jest/globals';
import { ensureOrganization } from './organizations.ts';
import { listDeliveries } from './webhook-deliveries.ts';
import { createWebhook, listWebhooks } from './webhooks.ts';
import { createTestDatabase } from '../testing/index.ts';

it('SQLite finds the open and the newest messages of webhooks without reading all delivered ones', async () => {
  const database = await createTestDatabase('sqlite');
  const { db } = database;
  try {
    const organization_id = await ensureOrganization(db, 'Partner', 'Funds');
    const hook = { organization_id, url: 'https://example.com/', after_seq: 0, epoch: '', created_at: '' };
    const { id } = await db.transaction((trx) => createWebhook(trx, hook));
    const asked: { sql: string; bindings: string[] }[] = [];
    db.on('query', (query: (typeof asked)[number]) => asked.push(query));
    await listWebhooks(db);
    await listDeliveries(db, id, { limit: 20, state: 'parked' });
    await listDeliveries(db, id, { limit: 20 });
    db.removeAllListeners('query');
    const plans: string[][] = [];
    for (const { sql, bindings } of asked.filter(({ sql }) => sql.includes('webhook_deliveries'))) {
      const steps = await db.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings);
      plans.push(steps.map(({ detail }) => detail));
    }
    const open = 'SEARCH webhook_deliveries USING INDEX webhook_deliveries_done_at_index (done_at=?)';
    expect(plans.slice(0, 2).map(([first]) => first)).toEqual([open, open]);
    // It sorts nothing.
    const newest = 'SEARCH webhook_deliveries USING INDEX webhook_deliveries_newest (webhook_id=?)';
    expect(plans[2]).toEqual([newest]);
  } finally {
    await database.close();
  }
});
