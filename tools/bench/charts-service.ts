import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensureOrganization,
  generateApiKey,
  insertRows,
  openDatabase,
  registerApiKey,
  write,
} from '@dossier/store';
import type { Values } from './charts-libraries.ts';
import { startApi } from './speed-servers.ts';

/** So many requests warm the code of a service that has just started. */
const WARM = 30;

/** The service with a company for each list of valuations. */
interface ChartService {
  /** The addresses of the valuation charts, by the names of the lists. */
  addresses: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts the service on a new database as `npm run serve` does, and requests the embeds as a partner does. */
export async function startChartService(data: Readonly<Record<string, Values>>): Promise<ChartService> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  const databaseUrl = `sqlite:${join(folder, 'charts.db')}`;
  const server = await startApi(databaseUrl, `sqlite:${join(folder, 'search.db')}`);
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const db = openDatabase(databaseUrl);
    const key = generateApiKey();
    await registerApiKey(db, key, await ensureOrganization(db, 'Bench', 'Platforms'));
    await write(db, async (trx) => {
      for (const [i, [slug, values]] of Object.entries(data).entries())
        for (const [table, row] of rowsOf(i + 1, slug, values)) await insertRows(trx, table, [row]);
    });
    await db.destroy();
    const addresses: Record<string, string> = {};
    for (const slug of Object.keys(data)) {
      const response = await fetch(
        `${server.url}/api/v1/embed/company-data-valuation-chart/?company_slug=${slug}`,
        { headers: { authorization: `Token ${key}` } },
      );
      const text = await response.text();
      const src = /src=\\"([^"\\]+)\\"/.exec(text)?.[1];
      if (src === undefined) throw new Error(`The service returned ${response.status}: ${text}`);
      // As it is: on another name of this machine, the page's policy would forbid its script.
      addresses[slug] = src.replaceAll('&#38;', '&');
      for (let i = 0; i < WARM; i += 1) await (await fetch(addresses[slug])).text();
    }
    return { addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function rowsOf(id: number, slug: string, [times, values]: Values): [table: string, row: object][] {
  const at = '2026-01-01T00:00:00.000Z';
  const tracked = { created_at: at, updated_at: at, content_hash: '' };
  const domain = `${slug}.example`;
  const points = times.map((time, i) => ({
    x: new Date(time * 1000).toISOString(),
    y: values[i],
    type: 'historical',
    source_url: `https://news.example/${i % 12}`,
  }));
  return [
    [
      'companies',
      {
        id,
        slug,
        name: 'Stripe',
        domain,
        cik: null,
        is_active: true,
        type: 'private',
        description: null,
        founding_year: null,
        headquarters_city: null,
        headquarters_country: null,
        logo_json: null,
        social_json: '[]',
        legal_entities_json: '[]',
        key_people_json: '{"founders":[],"ceo":[]}',
        ...tracked,
      },
    ],
    ['company_domains', { domain, company_id: id }],
    [
      'datasets',
      {
        id: randomUUID(),
        company_id: id,
        name: 'Valuation',
        x_label: 'Date',
        y_label: 'Valuation',
        data_json: JSON.stringify(points),
        status: 'Active',
        data_type: 'Valuation',
        metric: 'USD',
        ...tracked,
      },
    ],
  ];
}
