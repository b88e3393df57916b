// Keeps a copy of what changed: documents, news, events and metrics, a file of JSON lines for each. All it needs is fetch.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [base, folder, hours = '24'] = process.argv.slice(2);
const key = process.env.API_KEY;
if (!base || !folder || !key || !(Number(hours) > 0)) {
  process.stderr.write('Usage: API_KEY=<key> node tools/sync-client.mjs <address> <folder> [hours, 24]\n');
  process.exit(2);
}

// Of each list: its name, where it is, the key of its items, and what names and dates an item.
const lists = [
  ['documents', '/api/v1/documents?page_size=100', 'documents', 'id', 'updated_at'],
  ['news', '/api/v1/news/company/?news_type=all&page_size=50', 'company_news', 'id', 'updated_at'],
  ['events', '/api/v1/events/?pagination=cursor', 'events', 'event_id', 'event_last_updated_at'],
  ['metrics', '/api/v1/metrics/?page_size=100', 'metrics', 'metric_id', 'updated_at'],
];

async function get(address) {
  const response = await fetch(address, { headers: { authorization: `Token ${key}` } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** The items that changed in the window, page by page. */
async function* changedItems(path, items, from, to) {
  const first = new URL(path, base);
  first.searchParams.set('updated_at_gte', from);
  first.searchParams.set('updated_at_lte', to);
  let next = first.href;
  while (next) {
    const page = await get(next);
    yield* page[items];
    next = page.pagination.next_link;
  }
}

const now = Date.now();
const [from, to] = [now - Number(hours) * 3_600_000, now].map((time) => new Date(time).toISOString());
mkdirSync(folder, { recursive: true });
for (const [name, path, items, id, changed] of lists) {
  const file = join(folder, `${name}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  // The last line of an item is its newest state.
  const known = new Map(lines.map((line) => JSON.parse(line)).map((item) => [item[id], item[changed]]));
  const count = { new: 0, changed: 0, known: 0 };
  for await (const item of changedItems(path, items, from, to)) {
    const state = !known.has(item[id]) ? 'new' : known.get(item[id]) === item[changed] ? 'known' : 'changed';
    count[state]++;
    if (state !== 'known') appendFileSync(file, `${JSON.stringify(item)}\n`);
  }
  process.stdout.write(`${name}: ${count.new} new, ${count.changed} changed, ${count.known} known\n`);
}
