import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listAudit } from '@dossier/store';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { consoleOf, type Visitor } from '../../testing/console.ts';
import { openPrograms } from '../../programs/programs.ts';

const HOSTILE = '<script>alert(1)</script>';
const MAPPING = join(import.meta.dirname, '../../../../../tools/mappings/crunchbase-2013-companies.yaml');
const HEAD =
  'permalink,name,category_code,funding_total_usd,status,country_code,state_code,region,city,funding_rounds,founded_at,founded_month,founded_quarter,founded_year,first_funding_at,last_funding_at,last_milestone_at';

describe('the console of operators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-console-'));
  let api: TestApi;
  let reader: Visitor;
  let editor: Visitor;
  let admin: Visitor;
  let programs: ReturnType<typeof openPrograms>;
  beforeAll(async () => {
    api = await startTestApi('sqlite', { searchFile: join(folder, 'search.db') });
    const { operator } = consoleOf(api);
    [reader, editor, admin] = [
      await operator('Rea', 'reader'),
      await operator('Edi', 'editor'),
      await operator('Ada', 'admin'),
    ];
    programs = openPrograms({
      ...{ databaseUrl: api.databaseUrl, searchUrl: `sqlite:${join(folder, 'search.db')}` },
      ...{ searchKey: undefined, embeddings: undefined },
    });
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const companies = ['Kelp', 'Quill'].map((name) =>
      JSON.stringify({
        ...{ domain: `${name.toLowerCase()}.example`, name, type: 'private', description: name },
        categories: ['Tools'],
      }),
    );
    await programs.run('ingest', [
      'load',
      'companies',
      write('first.ndjson', companies.join('\n')),
      '--json',
    ]);
    const wrong = `domain,name,type,description,founding_year\nacme.example,Acme,private,A,20x\n,${HOSTILE},private,B,\n`;
    const rejects = ['--rejects', join(folder, 'rejects.ndjson')];
    // Exits with 3, because rows were rejected.
    await programs.run('ingest', ['load', 'companies', write('wrong.csv', wrong), ...rejects, '--json']);
    const namesakes = `${HEAD}\n/c/kelp,Kelp,web,,operating,,,unknown,,,,,,,,,\n/c/quill,Quill,web,,operating,,,unknown,,,,,,,,,\n`;
    await programs.run('ingest', [
      'load',
      'companies',
      write('names.csv', namesakes),
      '--mapping',
      MAPPING,
      '--json',
    ]);
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  it('lists runs with source, state and counts', async () => {
    const page = (await reader.get('/loads')).text;
    expect(page).toContain('first.ndjson');
    expect(page).toMatch(/2 read, 2 new/);
    expect(page).toMatch(/<span class="good">done<\/span>/);
  });

  it('shows the rejects of a run with the cell and the reason, and as CSV', async () => {
    const page = (await reader.get('/loads/2')).text;
    expect(page).toMatch(/<bdi>founding_year<\/bdi>: <strong><bdi>20x<\/bdi><\/strong>/);
    expect(page).toContain('founding_year must be a number');
    expect(page).not.toContain(HOSTILE);
    const csv = await reader.get('/loads/2/rejects.csv');
    expect(csv.type).toBe('text/csv');
    expect(csv.text.split('\r\n')[1]).toMatch(/wrong\.csv,2,.*founding_year: 20x/);
    rmSync(join(folder, 'rejects.ndjson'));
    expect((await reader.get('/loads/2')).text).toContain('was deleted, or is on the machine of the load');
    expect((await reader.get('/loads/99')).status).toBe(404);
  });

  it('shows a held match with the row and the company, and decides it, then all others of its source', async () => {
    const page = (await reader.get('/review')).text;
    expect(page).toMatch(/2 matches\./);
    const found = async (query: string) =>
      />\s*(\d+ match(es)?)\./.exec((await reader.get(`/review?${query}`)).text)?.[1];
    expect(await found('kind=companies&reason=name&source=crunchbase')).toBe('2 matches');
    for (const other of ['kind=events', 'reason=ticker', 'source=other'])
      expect([other, await found(other)]).toEqual([other, '0 matches']);
    for (const unknown of ['x', 'company']) {
      const { status, text } = await reader.get(`/review?kind=${unknown}`);
      expect([status, text.includes('must be one of companies, ')]).toEqual([400, true]);
    }
    expect((await reader.get('/review?reason=x')).status).toBe(400);
    const second = (await reader.get('/review?from=1')).text;
    expect(second).toMatch(/2 matches\.[^]*<bdi>Quill<\/bdi> =/);
    expect(second).not.toMatch(/<bdi>Kelp<\/bdi> =/);
    expect(page).toMatch(/<h3>The row<\/h3>[\s\S]*<dd><bdi>Kelp<\/bdi><\/dd>[\s\S]*<h3>The company<\/h3>/);
    expect(page).not.toContain('name="decision"');
    const [kelp] = await api.db('company_matches').orderBy('id').pluck<number[]>('id');
    const refused = await reader.post('/review', { id: String(kelp), decision: 'accept' });
    expect([refused.status, refused.text.includes('needs the role editor')]).toEqual([403, true]);
    const done = await editor.post('/review', {
      id: String(kelp),
      decision: 'accept',
      because: '--all',
      kind: 'companies',
    });
    expect([done.status, done.headers['location']]).toEqual([303, '/console/review?kind=companies']);
    const everything = await editor.post('/review/all', { decision: 'reject' });
    expect([everything.status, everything.text.includes('must name the source')]).toEqual([400, true]);
    expect((await editor.get('/review?source=crunchbase')).text).toContain('action="/console/review/all"');
    const all = await editor.post('/review/all', { source: 'crunchbase', decision: 'reject' });
    expect(all.status).toBe(303);
    expect(await api.db('company_matches').orderBy('id').pluck('status')).toEqual(['accepted', 'rejected']);
    const [, accepted] = await listAudit(api.db, 2);
    expect(accepted).toMatchObject({
      actor: 'operator Edi',
      action: 'ingest matches',
      subject: `match ${kelp}`,
    });
    const missing = await editor.post('/review', { id: '999', decision: 'reject' });
    expect([missing.status, missing.text.includes('There is no match 999')]).toEqual([409, true]);
    for (const wrong of [
      { id: '--all', decision: 'accept' },
      { id: '1', decision: 'list' },
    ])
      expect((await editor.post('/review', wrong)).status).toBe(400);
  });

  it('lists companies that may be one, and stores who judged, for editors alone', async () => {
    const twin = {
      domain: 'kelp.test',
      name: 'Kelp',
      type: 'private',
      description: 'Kelp',
      headquarters: { city: 'R&D' },
    };
    writeFileSync(join(folder, 'twin.ndjson'), JSON.stringify(twin));
    await programs.run('ingest', ['load', 'companies', join(folder, 'twin.ndjson'), '--json']);
    const page = (await reader.get('/review/duplicates')).text;
    expect(page).toMatch(/1 pair\.[^]*kelp\.example<\/bdi> = <bdi>kelp\.test[^]*R&amp;D/);
    expect(page).not.toMatch(/<script>|name="decision"/);
    const pair = {
      one: 'kelp.example',
      other: 'kelp.test',
      decision: 'different',
      because: `--all ${HOSTILE}`,
    };
    expect((await reader.post('/review/duplicates', pair)).status).toBe(403);
    for (const wrong of [{ decision: 'accept' }, { one: '' }])
      expect((await editor.post('/review/duplicates', { ...pair, ...wrong })).status).toBe(400);
    const unknown = await editor.post('/review/duplicates', { ...pair, one: '--help' });
    expect([unknown.status, unknown.text.includes('There is no company --help')]).toEqual([409, true]);
    expect((await editor.get('/review/duplicates')).text).toContain(
      'merge?into=kelp.example&amp;from=kelp.test',
    );
    expect((await editor.post('/review/duplicates', pair)).status).toBe(303);
    expect((await reader.get('/review/duplicates')).text).toContain('0 pairs.');
    const judged = (await editor.get('/review/duplicates?all=true')).text;
    expect(judged).toMatch(/Judged different by <bdi>operator Edi<\/bdi>[^]*--all &lt;script&gt;/);
    const run = /name="run" value="(\d+)"/.exec(judged)![1]!;
    expect((await reader.post('/review/reopen', { run })).status).toBe(403);
    expect((await editor.post('/review/reopen', { run: 'x' })).status).toBe(400);
    const reopened = await editor.post('/review/reopen', { run, back: '//evil.example' });
    expect([reopened.status, reopened.headers['location']]).toEqual([303, '/console/review']);
    expect((await reader.get('/review/duplicates')).text).toContain('1 pair.');
    expect((await listAudit(api.db, 1))[0]).toMatchObject({ subject: `matches of run ${run}` });
    await programs.run('ingest', ['delete', 'companies', 'kelp.test', '--json']);
  });

  it('shows the fields of a record by source, sets one with a reason, and removes it again', async () => {
    expect((await reader.get('/records?kind=companies&key=kelp')).text).toContain('kelp.example');
    const kelp = { kind: 'companies', key: 'kelp.example' };
    const set = { ...kelp, field: 'founding_year', value: '2011', because: `-x ${HOSTILE}` };
    expect((await reader.post('/records/set', set)).status).toBe(403);
    for (const name of ['field', 'value', 'because'])
      expect((await editor.post('/records/set', { ...set, [name]: ' ' })).status).toBe(400);
    expect((await editor.post('/records/set', set)).status).toBe(303);
    const founded = async () =>
      (
        await api
          .db('companies')
          .where({ domain: 'kelp.example' })
          .first<{ founding_year: number }>('founding_year')
      ).founding_year;
    expect(await founded()).toBe(2011);
    const page = (await editor.get('/records?kind=companies&key=kelp.example')).text;
    const change = /href="\/console(\/records\?[^"]*field=description)#set"/.exec(page)![1]!;
    const form = (await editor.get(change.replaceAll('&amp;', '&'))).text;
    expect(form).toMatch(/<details id="set"\s+open[^]*name="field"[^>]*value="description"/);
    expect(form).toMatch(/<details id="set"\s+open[^]*<textarea[^>]*name="value"[^>]*>\nKelp<\/textarea>/);
    expect((await reader.get('/records?kind=companies&key=kelp.example')).text).not.toContain('#set');
    expect(page).toMatch(/because <bdi>-x &lt;script&gt;/);
    expect(page).toContain('action="/console/records/unset"');
    const wrong = await editor.post('/records/set', { ...set, field: 'founding_yea' });
    expect([wrong.status, wrong.text.includes('founding_yea')]).toEqual([409, true]);
    expect((await editor.post('/records/unset', { ...kelp, field: 'founding_year' })).status).toBe(303);
    expect(await founded()).toBeNull();
  });

  it('begins the form that changes a value so that sending it keeps all that was set by hand', async () => {
    const kelp = { kind: 'companies', key: 'kelp.example' };
    const set = async (field: string, value: string) =>
      expect((await editor.post('/records/set', { ...kelp, field, value, because: 'x' })).status).toBe(303);
    /** Returns the fields of the form, with line breaks as browsers send them. */
    const formOf = async (field: string, note = '') => {
      const { text } = await editor.get(`/records?${new URLSearchParams({ ...kelp, field })}`);
      expect(text).toContain(note);
      const [, name, value] =
        /name="field"[^>]*\svalue="([^"]*)"[^]*name="value"[^>]*>\n([^<]*)<\/textarea>/.exec(text)!;
      const sent = value!.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('\n', '\r\n');
      return [name!, sent] as const;
    };
    expect(await formOf('categories.tools')).toEqual(['categories', '["Tools"]']);
    await set('categories', '["Tools","Robots"]');
    const form = await formOf('categories.tools');
    expect(form).toEqual(['categories', '["Robots","Tools"]']);
    await set(...form);
    await set('categories', '["Robots"]');
    expect(await formOf('categories.tools')).toEqual(['categories', '["Robots","Tools"]']);

    const described = async () =>
      (await api.db('companies').where({ domain: 'kelp.example' }).first<{ description: string }>())
        .description;
    const paragraphs = `One & two.\n\n${'Three. '.repeat(100)}Four.`;
    await set('description', paragraphs.replaceAll('\n', '\r\n'));
    expect(await described()).toBe(paragraphs);
    await set(...(await formOf('description')));
    expect(await described()).toBe(paragraphs);
    await programs.run('ingest', [
      'set',
      '--json',
      '--because=x',
      'companies',
      kelp.key,
      'description',
      'x'.repeat(4001),
    ]);
    expect(await formOf('description', 'left out here')).toEqual(['description', '']);
    for (const field of ['categories', 'description'])
      expect((await editor.post('/records/unset', { ...kelp, field })).status).toBe(303);
  });

  it('shows the versions of a record, and what a deletion and a merge would change', async () => {
    const query = 'kind=companies&key=kelp.example';
    const versions = (await reader.get(`/records/versions?${query}`)).text;
    expect(versions).toMatch(/founding_year[\s\S]*<summary>Show<\/summary>/);
    expect((await reader.get(`/records/delete?${query}`)).status).toBe(403);
    const deletion = (await editor.get(`/records/delete?${query}`)).text;
    expect(deletion).toMatch(/<bdi>companies kelp\.example<\/bdi>[\s\S]*Delete the record/);
    const merge = (await editor.get('/records/merge?into=kelp.example&from=quill.example')).text;
    expect(merge).toMatch(/<bdi>Quill \(quill\.example\)<\/bdi>/);
    expect(merge).toMatch(/aria-label="Fields that would change"[^]*quill\.example[^]*<bdi>hand<\/bdi>/);
    expect((await editor.get('/records/merge?into=kelp.example&from=none.example')).text).toContain(
      'aria-invalid="true"',
    );
    expect(await api.db('companies')).toHaveLength(2);
    const done = await editor.post('/records/merge', { into: 'kelp.example', from: 'quill.example' });
    expect(done.status).toBe(303);
    expect(await api.db('companies').pluck('domain')).toEqual(['kelp.example']);
    expect((await editor.post('/records/delete', { kind: 'companies', key: 'kelp.example' })).status).toBe(
      303,
    );
    expect(await api.db('companies')).toHaveLength(0);
    // Undone, newest first, so that the next tests find both companies.
    const runs = await api.db('ingest_runs').orderBy('id', 'desc').limit(2).pluck<number[]>('id');
    for (const run of runs) expect((await editor.post(`/loads/${run}/undo`, {})).status).toBe(303);
    expect(await api.db('companies')).toHaveLength(2);
  });

  it('finds events, news and filings by the words of their titles and the name of their company', async () => {
    const company = 'kelp.example';
    const records = {
      events: {
        ...{ company, event_type: 'company_milestone' },
        data: {
          ...{ name: 'Kelp is incorporated', type: 'incorporation', status: 'closed' },
          ...{ announced_date: '2020-01-03', description: 'In Rome.', data: { jurisdiction: 'Italy' } },
        },
      },
      news: {
        ...{ company, headline: `Seaweed farms grow ${HOSTILE}`, release_date: '2026-01-20T13:00:00Z' },
        ...{ description: 'More kelp.', importance: 'minor' },
        ...{ short_headline: 'Seaweed', articles: [] },
      },
      filings: {
        ...{ company, name: 'Annual report', type: '10-K', accession_number: '0000000001-26-000001' },
        ...{ filed_at: '2026-01-08', url: 'https://filings.example/1' },
      },
    };
    for (const [kind, record] of Object.entries(records)) {
      const file = join(folder, `${kind}.ndjson`);
      writeFileSync(file, JSON.stringify(record));
      const report = await programs.run('ingest', ['load', kind, file, '--json']);
      expect([kind, report]).toEqual([kind, expect.objectContaining({ new: 1 })]);
    }
    for (const [kind, words, title, field] of [
      ['events', 'incorporated kelp', 'Kelp is incorporated', 'data.description'],
      ['news', 'seaweed', 'Seaweed farms grow', 'description'],
      ['filings', 'kelp annual report', 'Annual report', 'url'],
    ]) {
      const { text } = await reader.get(`/records?${new URLSearchParams({ kind: kind!, key: words! })}`);
      const [, path, shown] = /<li>\s*<a href="\/console(\/records\?[^"]+)"[^>]*>([^]*?)<\/a>/.exec(text)!;
      expect([kind, shown]).toEqual([kind, expect.stringContaining(title!)]);
      expect(text).not.toMatch(/<script>|role="alert"/);
      const found = (await reader.get(path!.replaceAll('&amp;', '&'))).text;
      expect(found).toContain(`<bdi>${field}</bdi>`);
      expect(found).toMatch(new RegExp(`<h2><bdi>${title}[^]*?<p class="quiet"><bdi>${kind} `));
      expect(found).not.toContain('<script>');
    }
    const none = await reader.get('/records?kind=news&key=nonesuch');
    expect(none.text).toContain('aria-invalid="true"');
  });

  it('shows what an undo would change before it does it', async () => {
    expect((await reader.get('/loads/1/undo')).status).toBe(403);
    const preview = (await editor.get('/loads/1/undo')).text;
    expect(preview).toMatch(/would change these records/);
    expect(await api.db('companies').where({ domain: 'quill.example' })).toHaveLength(1);
    const done = await editor.post('/loads/1/undo', {});
    expect([done.status, done.headers['location']]).toEqual([303, '/console/loads/1/undo']);
    expect((await editor.get('/loads/1/undo')).text).toMatch(/has undone it already/);
    expect(await api.db('companies').where({ domain: 'quill.example' })).toHaveLength(0);
    expect((await listAudit(api.db, 1))[0]).toMatchObject({
      ...{ actor: 'operator Edi', action: 'ingest undo', subject: 'run 1' },
    });
  });

  it('makes an organization and its keys, changes its plan, and suspends it, for admins alone', async () => {
    const name = `Acme ${HOSTILE}`;
    expect((await editor.post('/organizations/create', { name, plan: 'Funds' })).status).toBe(403);
    expect((await admin.post('/organizations/create', { name, plan: 'Funds' })).status).toBe(303);
    const one = `/organizations/one?${new URLSearchParams({ name })}`;
    const made = await admin.post('/organizations/keys/create', {
      ...{ organization: name, name: 'Night', scopes: ['news', 'filings'], expires_days: '7' },
    });
    const key = /dsr_live_[\w-]+/.exec(made.text)![0];
    const test = { organization: name, name: 'CI', expires_days: '', mode: 'test' };
    expect((await admin.post('/organizations/keys/create', test)).text).toMatch(/dsr_test_\w+/);
    const page = (await reader.get(one)).text;
    expect(page).toContain('<small>test</small>');
    expect(page).toContain('news, filings');
    expect(page).not.toMatch(/<script>|name="id"/);
    await admin.post('/organizations/plan', { name, plan: 'Platforms' });
    await admin.post('/organizations/suspend', { name });
    expect((await reader.get(one)).text).toMatch(/Platforms[\s\S]*suspended/);
    expect(
      (await admin.post('/organizations/keys/revoke', { organization: name, id: key.split('_')[2] })).status,
    ).toBe(303);
    const again = await admin.post('/organizations/keys/revoke', {
      organization: name,
      id: key.split('_')[2],
    });
    expect([again.status, again.text.includes('There is no valid key')]).toEqual([409, true]);
    const audit = (await admin.get('/audit')).text;
    expect(audit).toMatch(/keys revoke[\s\S]*operator Ada/);
    expect((await admin.get('/organizations')).text).not.toContain('<script>');
  });

  it('pages through earlier runs', async () => {
    const now = '2026-11-01T00:00:00.000000Z';
    const run = { command: 'load', source: 'old.ndjson', started_at: now, outcome: 'done' };
    await api.db('ingest_runs').insert(Array.from({ length: 100 }, () => run));
    const newest = (await reader.get('/loads')).text;
    expect(newest).not.toContain('first.ndjson');
    const earlier = /href="\/console(\/loads\?before=\d+)"/.exec(newest)![1]!;
    const page = (await reader.get(earlier)).text;
    expect(page).toMatch(/Earlier runs\.[^]*first\.ndjson/);
    expect(page).not.toContain('before=');
    expect((await reader.get('/loads?before=x')).text).toContain('The last 100 runs');
  });

  it('shows the findings of doctor with remedies, and what waits to be indexed', async () => {
    const page = (await reader.get('/health')).text;
    expect(page).toMatch(/Waits to be indexed<\/dt>\s*<dd>0 changes/);
    expect(page).toContain('The database accepts writes.');
    expect(page).toMatch(/Requests at once<\/dt>\s*<dd><bdi>\d+<\/bdi>/);
    expect(page).toMatch(/Connections<\/dt>\s*<dd><bdi>process=\d+,address=\d+<\/bdi>/);
    const slowest = page.slice(page.indexOf('aria-label="Slowest operations"'));
    expect(slowest).toMatch(/scope="row">get\w+<[^]*?>[1-9]\d*<[^]*?>\d+(,\d+)* ms</);
  });
});
