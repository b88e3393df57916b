import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ensureOrganization,
  generateApiKey,
  listAudit,
  registerApiKey,
  renameOrganization,
  saveEmbed,
  write,
} from '@dossier/store';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../../testing/api.ts';
import { consoleOf } from '../../../testing/console.ts';
import { insertCompany, insertDataset } from '../../../testing/fixtures.ts';

const BUILDER = '/embeds/new';
const QUERY = 'companies=stripe&form=company-data-valuation-chart&title=Worth+more';

describe.each(['sqlite', 'postgres'] as const)('saved embeds on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    for (const [i, name] of ['Stripe', 'OpenAI'].entries()) {
      const slug = name.toLowerCase();
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug, name });
      await insertDataset(api.db, { company_id, data_type: 'Valuation', dataset_id: 7 + i });
    }
  });
  afterAll(() => api.close());

  /** Signs in to the builder with the key of an organization. */
  async function member(organization: string) {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, organization, 'Platforms'));
    const answer = await request(api.url).post(`${BUILDER}/session`).type('form').send({ key });
    return visitor(answer.headers['set-cookie']![0]!.split(';')[0]!);
  }
  const visitor = (cookie: string) => ({
    get: (path: string) => request(api.url).get(path).set('Cookie', cookie).redirects(0),
    post: (path: string, fields: object = {}) =>
      request(api.url).post(path).set('Cookie', cookie).type('form').send(fields).redirects(0),
  });
  type Visitor = ReturnType<typeof visitor>;
  /** Saves what the builder shows, and returns the UUID. */
  async function save(who: Visitor, choices = QUERY, saved?: string): Promise<string> {
    const { status, headers } = await who.post(`${BUILDER}/saved`, { choices, ...(saved && { saved }) });
    expect(status).toBe(303);
    const { searchParams, hash } = new URL(headers['location']!, api.url);
    expect(hash).toBe('#result');
    return searchParams.get('saved')!;
  }
  const pathIn = (page: string) => /\/embeds\/saved\/[\w=;./-]+/.exec(page)![0];
  const read = (path: string) => request(api.url).get(path).redirects(0);

  it('are listed in pages, so that each one can be unpublished', async () => {
    const many = await member('Many');
    for (let i = 1; i <= 101; i++) {
      const saved = {
        title: `Embed ${i}.`,
        kind: 'valuation-chart',
        subject: 'stripe',
        look: '-',
        query: QUERY,
      };
      const now = new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString();
      await write(api.db, (trx) =>
        saveEmbed(trx, { creator: 'Many', look: '-', saved: { ...saved, made_by: 'key' }, now }),
      );
    }
    const first = (await many.get(`${BUILDER}/saved`)).text;
    expect([first.includes('Embed 101.'), first.includes('Embed 1.')]).toEqual([true, false]);
    const [, next] = /href="([^"]+)">Older ones/.exec(first)!;
    const last = (await many.get(next!)).text;
    expect([last.includes('Embed 1.'), last.includes('Older ones')]).toEqual([true, false]);
  });

  it('are listed by title for their organization alone, and drawn at an address that stays', async () => {
    const [ana, other] = [await member('News'), await member('Others')];
    const id = await save(ana);
    const page = await ana.get(`${BUILDER}?${QUERY}&saved=${id}`);
    expect(page.text).toContain('Saved as version 1 of “Worth more”.');
    const path = pathIn(page.text);
    const shown = await read(path);
    expect(shown.text).toContain('<h1 id="title"><bdi>Worth more</bdi></h1>');
    expect(shown.headers['cache-control']).toBe('public, max-age=60');
    const changed = await ana.get(`${BUILDER}?${QUERY.replace('more', 'less')}&saved=${id}`);
    expect(changed.text).toContain('Save as version 2');
    expect(pathIn(changed.text)).toBe(path);
    expect(await save(ana, QUERY.replace('more', 'less'), id)).toBe(id);
    expect((await read(path)).text).toContain('Worth less');
    expect((await ana.get(`${BUILDER}/saved`)).text).toMatch(/>Worth less<[^]*Version 2/);
    for (const address of [`${BUILDER}/saved`, `${BUILDER}?${QUERY}&saved=${id}`])
      expect((await other.get(address)).text).not.toContain('Worth less');
    expect((await other.get(`${BUILDER}/saved/${id}`)).status).toBe(404);
    for (const form of ['unpublish', 'publish', 'restore'])
      expect(
        (await other.post(`${BUILDER}/saved/${id}/${form}`, form === 'restore' ? { version: 1 } : {})).status,
      ).toBe(404);
    const stolen = await other.post(`${BUILDER}/saved`, { choices: QUERY, saved: id });
    expect(stolen.status).toBe(404);
    expect((await read(path)).text).toContain('Worth less');
  });

  it('keep their versions, and restore one as the next', async () => {
    const ana = await member('Versions');
    const id = await save(ana);
    await save(ana, QUERY.replace('more', 'less'), id);
    const own = `${BUILDER}/saved/${id}`;
    expect((await ana.get(own)).text).toMatch(
      /Worth less[^]*Version 2[^]*Current[^]*Worth more[^]*Version 1[^]*Restore/,
    );
    await ana.post(`${own}/restore`, { version: 1 });
    await ana.post(`${own}/restore`, { version: 3 });
    const rows = await api
      .db('saved_embed_versions')
      .where({ embed_id: id })
      .orderBy('version')
      .select('version', 'title');
    expect(rows).toEqual([
      { version: 1, title: 'Worth more' },
      { version: 2, title: 'Worth less' },
      { version: 3, title: 'Worth more' },
    ]);
    expect((await ana.post(`${own}/restore`, { version: 9 })).status).toBe(404);
  });

  it('are changed only with an entry of the audit log, which says who did what', async () => {
    const { operator } = consoleOf(api);
    for (const [who, actor] of [
      [visitor((await operator('Una', 'editor')).cookie), /^operator Una$/],
      [await member('Audited'), /^key \w+$/],
    ] as const) {
      const id = await save(who);
      const own = `${BUILDER}/saved/${id}`;
      await save(who, QUERY.replace('more', 'less'), id);
      await who.post(`${own}/unpublish`);
      await who.post(`${own}/publish`);
      await who.post(`${own}/restore`, { version: 1 });
      await who.post(`${own}/restore`, { version: 9 });
      const entries = await listAudit(api.db, 9, id);
      for (const entry of entries) expect(entry.actor).toMatch(actor);
      const saved = { kind: 'valuation-chart', subject: 'stripe' };
      expect(entries.map(({ action, details }) => [action, details])).toEqual([
        ['embeds restore', { version: 1 }],
        ['embeds publish', null],
        ['embeds unpublish', null],
        ['embeds save', { ...saved, title: 'Worth less' }],
        ['embeds save', { ...saved, title: 'Worth more' }],
      ]);
    }
    const before = await api.db('audit_log').count({ n: '*' });
    const other = await member('Not audited');
    const [{ id }] = await api.db('saved_embeds').where({ creator: 'Audited' }).select('id');
    expect((await other.post(`${BUILDER}/saved/${id}/unpublish`)).status).toBe(404);
    expect(await api.db('audit_log').count({ n: '*' })).toEqual(before);
  });

  it('return 410 in every form while unpublished, with a page in the language of the embed', async () => {
    const ana = await member('Withdrawn');
    const choices = `${QUERY}&locale=de`;
    const id = await save(ana, choices);
    const path = pathIn((await ana.get(`${BUILDER}?${choices}&saved=${id}`)).text);
    expect((await read(path)).text).toContain('lang="de"');
    await ana.post(`${BUILDER}/saved/${id}/unpublish`);
    const page = await read(path);
    expect([page.status, page.headers['cache-control']]).toEqual([410, 'no-store']);
    expect(page.text).toContain('Diese Grafik ist nicht mehr veröffentlicht.');
    expect(page.headers['content-security-policy']).not.toContain('frame-ancestors');
    for (const ending of ['.json', '.csv', '.svg', '.png', '.small.png', '.social.png', '.pdf', '.cite'])
      expect([ending, (await read(path + ending)).status]).toEqual([ending, 410]);
    const oembed = `/oembed?${new URLSearchParams({ url: PUBLIC_URL + path })}`;
    expect((await read(oembed)).status).toBe(410);
    expect((await ana.get(`${BUILDER}/saved`)).text).toContain('not published');
    await ana.post(`${BUILDER}/saved/${id}/publish`);
    expect((await read(path)).status).toBe(200);
    expect((await read(oembed)).body.html).toContain(path);
  });

  it('are cited at an address that is pinned to a day, and ends with them', async () => {
    const ana = await member('Cited');
    const id = await save(ana);
    const path = pathIn((await ana.get(`${BUILDER}?${QUERY}&saved=${id}`)).text);
    const cited = /href="https:\/\/dossier\.example(\/embeds[^"]+)"/.exec(
      (await read(`${path}.cite`)).text,
    )![1]!;
    expect((await read(cited)).text).toContain('Worth more');
    expect((await read(`${cited}.cite`)).text).toContain(`"${PUBLIC_URL}${cited}"`);
    const dayOf = async () => (await read(`${cited}.json`)).body.data.until;
    const day = await dayOf();
    await save(ana, `${QUERY}&as_of=2000-01-01`, id);
    expect([day > '2000-01-01', await dayOf()]).toEqual([true, '2000-01-01']);
    await ana.post(`${BUILDER}/saved/${id}/unpublish`);
    expect((await read(cited)).status).toBe(410);
  });

  it('are made by operators without an API key, whose role decides what they may do', async () => {
    const { operator } = consoleOf(api);
    const [editor, reader] = [await operator('Eva', 'editor'), await operator('Rik', 'reader')];
    const [eva, rik] = [visitor(editor.cookie), visitor(reader.cookie)];
    const id = await save(eva);
    expect((await eva.get(`${BUILDER}/saved/${id}`)).text).toContain('Version 1, ');
    expect((await eva.get(`${BUILDER}/saved/${id}`)).text).toContain('Eva');
    const list = await rik.get(`${BUILDER}/saved`);
    expect(list.text).toContain('Worth more');
    expect(list.text).not.toContain('Unpublish');
    expect((await rik.get(`${BUILDER}?${QUERY}`)).text).not.toContain('id="save"');
    for (const [path, fields] of [
      [`${BUILDER}/saved`, { choices: QUERY }],
      [`${BUILDER}/saved/${id}/unpublish`, {}],
    ] as const)
      expect((await rik.post(path, fields)).status).toBe(403);
    expect(await api.db('usage_operations').where({ organization: '' })).toEqual([]);
  });

  it('redirect strangers to sign in, and reject forms of other sites', async () => {
    const ana = await member('Strangers');
    const id = await save(ana);
    for (const path of [`${BUILDER}/saved`, `${BUILDER}/saved/${id}`]) {
      const { status, headers } = await read(path);
      expect([status, headers['location']]).toEqual([303, BUILDER]);
    }
    const foreign = await ana.post(`${BUILDER}/saved/${id}/unpublish`).set('Origin', 'https://evil.example');
    expect(foreign.status).toBe(403);
    expect(await api.db('saved_embeds').where({ id }).first()).toMatchObject({ unpublished_at: null });
  });

  it('show what is wrong instead of saving it, and escape their title', async () => {
    const ana = await member('Wrong');
    const wrong = await ana.post(`${BUILDER}/saved`, { choices: `${QUERY}&accent=blue` });
    expect([wrong.status, wrong.text.includes('must be a hex colour')]).toEqual([400, true]);
    await save(ana, `companies=stripe&title=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
    expect((await ana.get(`${BUILDER}/saved`)).text).not.toContain('<img');
    expect(await api.db('saved_embeds').where({ creator: 'Wrong' })).toHaveLength(1);
  });

  it('follow the name of their organization', async () => {
    const ana = await member('Before');
    const id = await save(ana);
    await write(api.db, (trx) => renameOrganization(trx, 'Before', 'After'));
    expect((await ana.get(`${BUILDER}/saved/${id}`)).status).toBe(200);
  });
});
