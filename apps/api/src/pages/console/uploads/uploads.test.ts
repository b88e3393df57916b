import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { beginRun, listAudit } from '@dossier/store';
import request from 'supertest';
import { UPLOAD_LIMIT } from '../../../http/request/upload.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { consoleOf, type Visitor } from '../../../testing/console.ts';
import { answered } from './mapping.ts';

const HOSTILE = '<script>alert(1)</script>';
const CSV = `Firm,Website,Country
Kelp,kelp.example,UK
Quill,quill,UK
${HOSTILE},borg,UK
Fern,fern.example,UK
Moss,moss.example,UK
Reed,reed.example,UK
`;
const STORED = ['kelp.example', 'fern.example', 'moss.example', 'reed.example'];

describe('loads in the console', () => {
  let api: TestApi;
  let reader: Visitor;
  let editor: Visitor;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const { operator } = consoleOf(api);
    [reader, editor] = [await operator('Rea', 'reader'), await operator('Edi', 'editor')];
  });
  afterAll(() => api.close());

  const uploads = () => (existsSync(api.uploadDir) ? readdirSync(api.uploadDir) : []);
  const pathOf = ({ headers }: { headers: Record<string, string> }) =>
    headers['location']!.replace('/console', '');

  const domains = () => api.db('companies').orderBy('id').pluck<string[]>('domain');
  /** Asks again until an answer fits: a command that takes long goes on after its redirect. */
  async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
    for (;;) {
      const answer = await ask();
      if (fits(answer)) return answer;
      await sleep(50);
    }
  }

  it('load a file with wrong cells: questions, plan, rows, and the corrected rejects', async () => {
    const begun = await editor.upload('/loads/new', { name: '../firms 1.csv', content: CSV });
    expect(begun.status).toBe(303);
    const path = pathOf(begun);
    const draft = (await editor.get(path)).text;
    expect(draft).toMatch(/Load <bdi>firms-1\.csv<\/bdi>/);
    const fields = Object.fromEntries(
      [...draft.matchAll(/name="(answer-\d+)"\s+type="text"\s+value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value === 'source: firms' ? 'source: acme' : value!,
      ]),
    );
    expect(Object.values(fields)).toContain('source: acme');
    expect(await api.db('companies')).toHaveLength(0);

    const planned = await editor.post(`${path}/answers`, fields);
    expect([planned.status, pathOf(planned)]).toEqual([303, path]);
    const plan = (await editor.get(path)).text;
    expect(plan).toContain('4 records would change.');
    expect(plan).toContain('# firms-1.csv: drafted from its first');
    for (const text of [begun.text, plan]) expect(text).not.toContain(api.uploadDir);
    expect(plan).toMatch(/aria-label="New"[^]*kelp\.example[^]*headquarters_country[^]*United Kingdom/);
    expect(plan).toContain('domain must be a whole domain');
    expect(plan).not.toContain(HOSTILE);
    expect(await api.db('companies')).toHaveLength(0);
    expect((await editor.get('/loads')).text).toContain('Go on with');

    const applied = await editor.post(`${path}/apply`, {});
    expect(applied.status).toBe(303);
    const loaded = await until(
      () => editor.get(path),
      ({ status }) => status === 303,
    );
    expect(await domains()).toEqual(STORED);
    expect((await listAudit(api.db, 1))[0]).toMatchObject({
      ...{ actor: 'operator Edi', action: 'ingest apply', subject: 'firms-1.csv' },
    });
    const run = pathOf(loaded);
    expect(run).toMatch(/^\/loads\/\d+$/);

    const page = (await editor.get(run)).text;
    expect(page).not.toContain(HOSTILE);
    expect((await reader.get(run)).text).not.toContain('name="cell-');
    const version = /name="version" value="([^"]+)"/.exec(page)![1]!;
    const cell = /name="(cell-0-\d+)"\s+value="quill"/.exec(page)![1]!;
    const stale = await editor.post(`${run}/retry`, { version: 'x', [cell]: 'quill.example' });
    expect([stale.status, stale.text.includes('Open the page of the run again')]).toEqual([409, true]);
    const retried = await editor.post(`${run}/retry`, { version, [cell]: 'quill.example' });
    expect([retried.status, pathOf(retried)]).toEqual([303, expect.stringMatching(/^\/loads\/\d+$/)]);
    expect(pathOf(retried)).not.toBe(run);
    expect((await reader.get(pathOf(retried))).text).toMatch(/<dd>\s*retry company/);
    expect(await until(domains, ({ length }) => length > STORED.length)).toEqual([
      ...STORED,
      'quill.example',
    ]);
    const rest = await until(
      async () => (await editor.get(run)).text,
      (text) => text.includes('value="borg"'),
    );
    expect(rest).not.toContain('value="quill"');
  });

  it('shows the mistakes of a mapping on its page, and the plan of the corrected one', async () => {
    const path = pathOf(await editor.upload('/loads/new', { name: 'a.csv', content: CSV }));
    const wrong = await editor.post(`${path}/mapping`, { mapping: 'kind: company\nfields:\n  nam: Firm\n' });
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('name="mapping"')]);
    expect(wrong.text).toMatch(/role="alert"[\s\S]*nam/);
    const mapping =
      'kind: company\nfields:\n  name: Firm\n  domain: { domain_of: Website }\n  type: { constant: private }\n';
    expect((await editor.post(`${path}/mapping`, { mapping })).status).toBe(303);
    expect((await editor.get(path)).text).toContain('What the load would change');
    const before = uploads().length;
    expect((await editor.post(`${path}/discard`, {})).status).toBe(303);
    expect(uploads()).toHaveLength(before - 1);
    expect((await editor.get(path)).status).toBe(404);
  });

  it('plans records without a mapping', async () => {
    const content = JSON.stringify({ domain: 'sorrel.example', name: 'Sorrel', type: 'private' });
    const fields = { rows: 'records', kind: 'companies' };
    const begun = await editor.upload('/loads/new', { name: 'a.ndjson', content }, fields);
    expect(begun.status).toBe(303);
    expect((await editor.get(pathOf(begun))).text).toMatch(/<h3>New<\/h3>[\s\S]*sorrel\.example/);
    await editor.post(`${pathOf(begun)}/discard`, {});
  });

  it('removes old uploads, and nothing else in their folder', async () => {
    const [old, other] = ['a'.repeat(24), 'dossier.db'];
    mkdirSync(join(api.uploadDir, old), { recursive: true });
    writeFileSync(join(api.uploadDir, other), 'the data of somebody');
    for (const name of [old, other]) utimesSync(join(api.uploadDir, name), 1, 1);
    const begun = await editor.upload('/loads/new', { name: 'a.csv', content: CSV });
    expect(begun.status).toBe(303);
    expect(uploads()).toContain(other);
    expect(uploads()).not.toContain(old);
    await editor.post(`${pathOf(begun)}/discard`, {});
  });

  it('reads no file of a stranger, a partner or a reader, and none that is too large', async () => {
    const before = uploads().length;
    const partner = await consoleOf(api).signIn(api.key);
    const file = { name: 'a.csv', content: CSV };
    expect((await reader.upload('/loads/new', file)).status).toBe(403);
    expect((await partner.upload('/loads/new', file)).status).toBe(404);
    const nobody = await request(api.url)
      .post('/console/loads/new')
      .attach('file', Buffer.from(CSV), 'a.csv');
    expect(nobody.status).toBe(403);
    const foreign = await request(api.url)
      .post('/console/loads/new')
      .set('Cookie', editor.cookie)
      .field({ token: 'x' })
      .attach('file', Buffer.from(CSV), 'a.csv');
    expect(foreign.status).toBe(403);
    for (const content of ['', 'x'.repeat(UPLOAD_LIMIT.bytes + 1)]) {
      const { status } = await editor.upload('/loads/new', { name: 'a.csv', content });
      expect([400, 413]).toContain(status);
    }
    const { status, text } = await editor.upload('/loads/new', { name: 'a.csv', content: 'only a head' });
    expect([status, text.includes('aria-invalid="true"')]).toEqual([400, true]);
    expect(uploads()).toHaveLength(before);
  });

  it('leads from the address of a loaded file to the run of its plan, and of no other file', async () => {
    const [own, other, none] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [string, string, string];
    const begin = (folder: string) =>
      beginRun(api.db, { command: 'apply', kind: 'company', source: join(folder, 'a.csv.plan.ndjson') });
    const run = await begin(join(api.uploadDir, own));
    // Another machine has the folder of uploads at another path.
    const elsewhere = await begin(join('/elsewhere', other));
    await begin(join('/elsewhere', none, 'inside'));
    for (const [id, to] of [[own, run] as const, [other, elsewhere] as const]) {
      const { status, headers } = await editor.get(`/loads/new/${id}`);
      expect([status, headers['location']]).toEqual([303, `/console/loads/${to}`]);
    }
    expect((await editor.get(`/loads/new/${none}`)).status).toBe(404);
  });
});

describe('the answers of a mapping', () => {
  const text =
    '# DECIDE: kind?\nkind: company\nfields:\n  # DECIDE: type?\n  type: { constant: private }\n  # DECIDE: name is required\n';
  const questions = [
    { question: 'kind?', line: 2, drafted: 'kind: company' },
    { question: 'type?', line: 5, drafted: '  type: { constant: private }' },
    { question: 'name is required', line: 7, drafted: null },
  ];
  it('replace, remove and add lines, and leave no question', () => {
    const given = { 'answer-2': 'kind: company', 'answer-5': '', 'answer-7': 'name: Firm\n  x: y' };
    expect(answered(text, questions, given)).toBe('kind: company\nfields:\n  name: Firm x: y\n');
  });
});
