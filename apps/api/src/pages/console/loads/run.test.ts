import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { consoleOf, type Visitor } from '../../../testing/console.ts';
import { insertCompany } from '../../../testing/fixtures.ts';

const NOW = '2026-11-01T00:00:00.000000Z';

describe('the page of a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-run-'));
  let api: TestApi;
  let editor: Visitor;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    editor = await consoleOf(api).operator('Edi', 'editor');
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  /** Logs a run that has ended, or that of another process that is alive. */
  const logRun = async (
    rejects_file: string,
    { command = 'load', source = 'a.csv', outcome = 'rejects' } = {},
  ) => {
    const writer = { host: hostname(), pid: process.ppid };
    const times = { started_at: NOW, seen_at: NOW, ended_at: outcome === 'running' ? null : NOW };
    const [{ id }] = (await api
      .db('ingest_runs')
      .insert({ kind: 'company', command, source, outcome, rejects_file, ...times, ...writer })
      .returning('id')) as [{ id: number }];
    return id;
  };

  it('loads itself again only without the form that corrects rejects', async () => {
    const rejects = join(folder, 'rejects.ndjson');
    const rejected = { file: 'a.csv', row: 2, reason: 'year must be a number', raw: { year: '20x' } };
    writeFileSync(rejects, `${JSON.stringify(rejected)}\n`);
    const id = await logRun(rejects, { outcome: 'running' });
    const shown = async () => {
      const { headers, text } = await editor.get(`/loads/${id}`);
      const form = /name="version" value="([^"]+)"/.exec(text)?.[1];
      return { refresh: headers['refresh'], form, hasRow: text.includes('20x') };
    };
    expect(await shown()).toEqual({ refresh: '2', form: undefined, hasRow: true });
    const early = await editor.post(`/loads/${id}/retry`, {});
    expect([early.status, early.text.includes('when the run has ended')]).toEqual([409, true]);
    await api.db('ingest_runs').where({ id }).update({ outcome: 'rejects', ended_at: NOW });
    expect(await shown()).toEqual({ refresh: undefined, form: expect.any(String), hasRow: true });
  });

  const rejectedIn = (name: string) => {
    const path = join(folder, name);
    writeFileSync(
      path,
      `${JSON.stringify({ file: 'a.csv', row: 2, reason: 'wrong', raw: { year: '20x' } })}\n`,
    );
    return path;
  };

  it('shows no rejected rows of a later run as its own', async () => {
    const path = rejectedIn('fixed.ndjson');
    const [first, second] = [await logRun(path), await logRun(path)];
    const pages = await Promise.all([first, second].map((id) => editor.get(`/loads/${id}`)));
    expect(pages.map(({ text }) => text.includes('20x'))).toEqual([false, true]);
    expect(pages[0]!.text).toContain(`Run ${second} has overwritten the rejected rows of this run.`);
    for (const status of [
      (await editor.get(`/loads/${first}/rejects.csv`)).status,
      (await editor.post(`/loads/${first}/retry`, {})).status,
    ])
      expect(status).toBe(409);
  });

  it('names the file of rejected rows that are CSV', async () => {
    const path = join(folder, 'rejects.csv');
    writeFileSync(path, 'reject_reason,year\nwrong,20x\n');
    const id = await logRun(path);
    expect((await editor.get(`/loads/${id}`)).text).toContain(`retry ${path}`);
    expect((await editor.get(`/loads/${id}/rejects.csv`)).status).toBe(409);
  });

  it('corrects no rows that a retry is loading', async () => {
    const path = rejectedIn('retried.ndjson');
    const id = await logRun(path);
    const retry = await logRun(`${path}.retry`, { command: 'retry', source: path, outcome: 'running' });
    const version = /name="version" value="([^"]+)"/.exec((await editor.get(`/loads/${id}`)).text)![1]!;
    const early = await editor.post(`/loads/${id}/retry`, { version, 'cell-0-0': '2001' });
    expect([early.status, early.text.includes('when the run has ended')]).toEqual([409, true]);
    expect(readFileSync(path, 'utf8')).toContain('20x');
    await api.db('ingest_runs').where({ id: retry }).delete();
  });

  it('is that of the own command, while somebody else runs one of a similar name', async () => {
    await insertCompany(api.db, { domain: 'a.example' });
    await api.db.raw(`create trigger meanwhile after insert on ingest_runs when new.source = 'a.example' begin
      insert into ingest_runs (command, kind, source, started_at, seen_at, outcome, host, pid)
      values (new.command, new.kind, 'aa.example', new.started_at, new.seen_at, 'done', new.host, 0); end`);
    const done = await editor.post('/records/delete', { kind: 'companies', key: 'a.example' });
    const [own, other] = await api
      .db('ingest_runs')
      .where({ command: 'delete' })
      .orderBy('source')
      .select<{ id: number; source: string }[]>('id', 'source');
    expect([own!.source, other!.source]).toEqual(['a.example', 'aa.example']);
    expect([done.status, done.headers['location']]).toEqual([303, `/console/loads/${own!.id}`]);
  });
});
