import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordKind, recordSchemas, snapshotKind, type RecordKind } from '@dossier/shared';
import { beginEpoch, openDatabase, signingKeys } from '@dossier/store';
import { engines, startS3, type TestS3 } from '@dossier/store/testing';
import { makeSnapshot } from '../../snapshots/make.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertChanges, insertInto, updateIn } from '../../testing/fixtures.ts';
import { insertOneOfEach } from '../../testing/one-of-each.ts';
import { withAddresses } from '../../views/companies.ts';
import { recordViews } from '../../records.ts';

const cases = [...engines.map((engine) => [engine, 'a folder'] as const), ['sqlite', 'a bucket'] as const];

describe.each(cases)('snapshots of %s in %s', (engine, place) => {
  let api: TestApi;
  let s3: TestS3 | undefined;
  let now = new Date();
  beforeAll(async () => {
    if (place === 'a bucket') s3 = await startS3('copies');
    const bucket = s3 && { snapshotPlace: 's3://copies/snapshots', env: s3.env };
    api = await startTestApi(engine, { clock: () => now, ...bucket });
    await insertOneOfEach(api);
    await insertInto(api.db, 'deletions', {
      kind: 'event',
      record_id: '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11',
      natural_key: '["acme.com","funding_round","2026-01-05","Seed"]',
      company_id: 1,
      deleted_at: '2026-01-13T12:00:00.000Z',
    });
    await insertInto(api.db, 'company_merges', {
      company_id: 900,
      winner_id: 1,
      run: null,
      row_json: '{}',
      aliases_json: '[{"kind":"domain","name":"old.com"}]',
      moved_json: '[]',
    });
    await insertChanges(api.db, [{ kind: 'company', record: 1, key: ['acme.com'], companies: [1] }]);
  });
  afterAll(async () => {
    await api.close();
    await s3?.close();
  });

  const make = async (options: Partial<Parameters<typeof makeSnapshot>[0]> = {}) => {
    const keys = await signingKeys(api.db);
    return makeSnapshot({
      db: api.db,
      snapshots: api.snapshots,
      formats: ['ndjson'],
      kinds: snapshotKind.options,
      views: recordViews,
      publicUrl: PUBLIC_URL,
      fill: (text) => withAddresses(text, { publicUrl: PUBLIC_URL, signingKeys: () => keys }),
      ...options,
    });
  };
  const fetchFile = (url: string, headers: Record<string, string> = {}) =>
    fetch(url.replace(PUBLIC_URL, api.url), { headers });
  const rowsOf = async (url: string) => {
    const text = gunzipSync(Buffer.from(await (await fetchFile(url)).arrayBuffer())).toString();
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const filesOf = async () =>
    (await api.get('/api/v1/snapshots/')).body.snapshots[0].files as {
      kind: string;
      rows: number;
      bytes: number;
      sha256: string;
      url: string;
    }[];
  const recordsOf = async (kind: RecordKind, query = '') =>
    (await api.get(`/api/v1/records/${kind}/?limit=500${query}`)).body as {
      seq: number;
      next_after: string | null;
      records: Record<string, unknown>[];
    };

  it('lists nothing before the first snapshot', async () => {
    expect((await api.get('/api/v1/snapshots/')).body).toEqual({ snapshots: [] });
  });

  it('contain every record as the endpoints return it, with the seq of the feed', async () => {
    const made = await make();
    const { body } = await api.get('/api/v1/changes/latest/');
    expect([made.seq, made.epoch]).toEqual([body.seq, body.epoch]);
    for (const { kind, url, rows, bytes, sha256 } of await filesOf()) {
      const got = await fetchFile(url);
      const answer = Buffer.from(await got.arrayBuffer());
      expect([answer.length, createHash('sha256').update(answer).digest('hex')]).toEqual([bytes, sha256]);
      const found = await rowsOf(url);
      expect(found).toHaveLength(rows);
      if (kind === 'deletion')
        expect(found[0]).toMatchObject({ kind: 'event', id: 'fr_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11' });
      else if (kind === 'merge') expect(found).toMatchObject([{ company_id: 900, merged_into: 1 }]);
      else {
        expect(rows).toBeGreaterThan(0);
        for (const row of found) expect(recordSchemas[kind as RecordKind].parse(row)).toEqual(row);
        expect((await recordsOf(kind as RecordKind)).records).toEqual(found);
      }
    }
  });

  it('are one moment: what is written meanwhile is in none of the files', async () => {
    const before = (await recordsOf('news')).records;
    let writing: Promise<unknown> | undefined;
    const other = openDatabase(api.databaseUrl);
    const id = before[0]!['id'];
    try {
      // The companies come first, the news much later.
      await make({
        onProgress: () => {
          writing ??= updateIn(other, 'news', { id, headline: 'Later' });
        },
      });
      await writing;
    } finally {
      await other.destroy();
    }
    const news = (await filesOf()).find(({ kind }) => kind === 'news')!;
    expect(await rowsOf(news.url)).toEqual(before);
    expect((await recordsOf('news')).records).toContainEqual(expect.objectContaining({ headline: 'Later' }));
  });

  it('split a kind with many rows into several files', async () => {
    const made = await make({ kinds: ['event'], rowsOfFile: 2 });
    const rows = made.files.map((file) => file.rows);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.slice(0, -1).every((n) => n === 2)).toBe(true);
    expect(made.files[1]!.name).toBe('event-2.ndjson.gz');
    const events = await Promise.all((await filesOf()).map(({ url }) => rowsOf(url)));
    expect(events.flat()).toEqual((await recordsOf('event')).records);
  });

  it('serve ranges of a file and a 304, until the address expires', async () => {
    await make();
    const [file] = await filesOf();
    const whole = Buffer.from(await (await fetchFile(file!.url)).arrayBuffer());
    const part = await fetchFile(file!.url, { range: 'bytes=5-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${file!.bytes}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(5, 10));
    const etag = part.headers.get('etag')!;
    const changed = await fetchFile(file!.url, { range: 'bytes=5-9', 'if-range': '"other"' });
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, file!.bytes]);
    expect((await fetchFile(file!.url, { 'if-none-match': etag })).status).toBe(304);
    expect((await fetchFile(file!.url, { range: `bytes=${file!.bytes}-` })).status).toBe(416);
    expect((await fetchFile(file!.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
    const before = now;
    now = new Date(now.getTime() + 7 * 3_600_000);
    expect((await fetchFile(file!.url)).status).toBe(404);
    now = before;
  });

  (place === 'a folder' ? it : it.skip)('return 404 for a file that was deleted meanwhile', async () => {
    const { id } = await make();
    const [file] = await filesOf();
    for (const name of readdirSync(join(api.snapshotDir, id)))
      if (name !== 'manifest.json') rmSync(join(api.snapshotDir, id, name));
    expect((await fetchFile(file!.url)).status).toBe(404);
  });

  it('keep the newest ones, and leave nothing after a failure', async () => {
    const failing = api.snapshots.add(() => Promise.reject(new Error('full disk')));
    await expect(failing).rejects.toThrow('full disk');
    await api.snapshots.prune(1);
    const [newest, ...others] = await api.snapshots.list();
    expect(others).toEqual([]);
    if (place === 'a folder') expect(readdirSync(api.snapshotDir)).toEqual([newest!.id]);
  });

  it('return records by id, leave out unknown ones, and reject ids of another form', async () => {
    for (const kind of recordKind.options) {
      const all = await recordsOf(kind);
      expect(all.next_after).toBeNull();
      const ids = all.records.map((record) =>
        String(record['id'] ?? record['event_id'] ?? record['metric_id']),
      );
      const found = await recordsOf(kind, `&ids=${ids.join(',')},999999`);
      expect(found.records).toEqual(all.records);
      const first = (await api.get(`/api/v1/records/${kind}/?limit=1`)).body;
      if (ids.length > 1) {
        expect(first.records).toEqual(all.records.slice(0, 1));
        expect((await recordsOf(kind, `&after=${first.next_after}`)).records).toEqual(all.records.slice(1));
      }
    }
    expect((await api.get('/api/v1/records/company/?ids=acme')).status).toBe(400);
    expect((await api.get('/api/v1/records/company/?ids=1&after=1')).status).toBe(400);
  });

  it('return checksums of ranges and of records', async () => {
    for (const kind of recordKind.options) {
      const { records } = await recordsOf(kind);
      const sums = records.map((row) => createHash('sha256').update(JSON.stringify(row)).digest('hex'));
      const { body } = await api.get(`/api/v1/checksums/${kind}/?records=true`);
      expect(body).toMatchObject({ rows: records.length, next_after: null });
      expect(body.records.map((each: { sha256: string }) => each.sha256)).toEqual(sums);
      expect(body.sha256).toBe(createHash('sha256').update(sums.join('')).digest('hex'));
    }
    const half = (await api.get('/api/v1/checksums/event/?limit=1')).body;
    expect(half).toMatchObject({ rows: 1, next_after: expect.any(String) });
  });

  it('tell a client of the feed that the database was restored, and are not those of its former state', async () => {
    const { seq, epoch } = (await api.get('/api/v1/changes/latest/')).body;
    const follow = (known: string) => api.get(`/api/v1/changes/?after=${seq}&epoch=${known}`);
    expect((await follow(epoch)).body.pagination).toMatchObject({ epoch, last_seq: seq });
    const listed = async () => (await api.get('/api/v1/snapshots/')).body.snapshots as object[];
    expect((await listed()).length).toBeGreaterThan(0);
    await beginEpoch(api.db);
    expect(await listed()).toEqual([]);
    const { status, body } = await follow(epoch);
    expect([status, body.code]).toEqual([410, 'epoch_changed']);
    const next = (await api.get('/api/v1/changes/latest/')).body;
    expect([next.seq, next.epoch === epoch]).toEqual([seq, false]);
  });

  (place === 'a bucket' ? it : it.skip)('return 503 while the bucket does not answer', async () => {
    await s3!.close();
    s3 = undefined;
    const { status, body, headers } = await api.get('/api/v1/snapshots/');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'snapshots_unavailable', '10']);
  });
});
